import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { gatherBytes } from '../../base/bytes/gathered-bytes.js'
import { mebibytes } from '../../base/json/size.js'
import { StartError, fileFailure } from '../failure.js'

/** The longest text that is read. A text of JavaScript has half a GiB at most, and what is read of one takes more. */
const MOST = 256 * 1024 ** 2

/** Paths of the standard input. Where it is a socket, as of a child process, it cannot be opened by them. */
const STANDARD_INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/

/** Tells whether a path is that of the standard input, which `-` names too. */
export const isStandardInput = (path: string): boolean => STANDARD_INPUT.test(path)

/**
 * Reads the text of a file, of a pipe to its end, or of the standard input.
 *
 * @throws StartError if it cannot be read, or is too long
 */
export async function readText(path: string): Promise<string> {
  try {
    if (isStandardInput(path)) return await readPieces('standard input', process.stdin)
    const found = await stat(path)
    if (found.size > MOST) throw tooLong(path)
    return found.isFile() ? await readFile(path, 'utf8') : await readPieces(path, createReadStream(path))
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}

async function readPieces(name: string, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<string> {
  const gathered = gatherBytes()
  for await (const piece of pieces) {
    gathered.add(piece)
    if (gathered.length() > MOST) throw tooLong(name)
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(gathered.all())
}

const tooLong = (path: string) =>
  new StartError(`Cannot read ${path}: it has more than ${mebibytes(MOST)}; divide it into several files.`)
