import type { KnownUser } from '../server/accounts/identities.js'
import { StartError } from './failure.js'
import { readText } from './files/read.js'

/**
 * Reads a file of bearer tokens as kube-apiserver does: lines of `TOKEN,NAME,UID` and, quoted if there are several,
 * `GROUP,…`.
 *
 * @throws StartError for a file that cannot be read, a line with fewer columns, or an open quote
 */
export async function readTokenFile(path: string): Promise<readonly KnownUser[]> {
  const lines = (await readText(path)).split(/\r?\n/)
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return []
    const columns = columnsOf(line)
    const [token = '', name = '', uid = '', groups = ''] = columns
    if (columns.length < 3)
      throw new StartError(
        `${path}:${i + 1}: a line has at least 3 columns (token, user name, user uid), found ${columns.length}.`,
      )
    if (line.split('"').length % 2 === 0) throw new StartError(`${path}:${i + 1}: a quote is not closed.`)
    if (token === '') return []
    return [{ token, name, uid, groups: groups === '' ? [] : groups.split(',') }]
  })
}

/** Splits a line of comma-separated values; a value in double quotes may have commas, and quotes that are doubled. */
function columnsOf(line: string): readonly string[] {
  const columns = ['']
  let isQuoted = false
  const add = (text: string) => columns.push(columns.pop() + text)
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i)
    if (character === '"' && isQuoted && line[i + 1] === '"') add(line.charAt(++i))
    else if (character === '"') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) columns.push('')
    else add(character)
  }
  return columns
}
