/** What the YAML library found wrong, and where. */
export type YamlProblem = { readonly code: string; readonly message: string; readonly pos: readonly [number, number] }

/** Words a fault in a YAML text as the server's reader does (gopkg.in/yaml.v2). */
export function goYamlError(text: string, { code, message, pos: [at] }: YamlProblem): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length - 1
  const scanner = scannerProblem(code, message)
  // Lines count from 1 where its scanner stumbles and from 0 where its parser does, and the first of both goes unnamed.
  if (scanner !== undefined) return located(line === 0 ? 0 : line + 1, scanner)
  const flow = /^Flow (sequence|map) /.exec(message)?.[1]
  const problem =
    flow && !/[[{,]\s*$/.test(before)
      ? `did not find expected ',' or '${flow === 'map' ? '}' : ']'}'`
      : 'did not find expected node content'
  // The end of the text is on a line of its own.
  return located(text.slice(at).trim() === '' && !text.endsWith('\n') ? text.split('\n').length : line, problem)
}

const located = (line: number, problem: string) => (line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`)

function scannerProblem(code: string, message: string): string | undefined {
  if (code === 'TAB_AS_INDENT') return 'found character that cannot start any token'
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'mapping values are not allowed in this context'
  return code === 'MISSING_CHAR' && message.includes('quote') ? 'found unexpected end of stream' : undefined
}
