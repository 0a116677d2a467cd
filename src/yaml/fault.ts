/** What stops the reading of a YAML text; the message is the reader's, with its line where it names one. */
export class YamlFault extends Error {}

/** What the scanner stumbles over: it counts lines from 1, and leaves out the first. */
export const scannerFault = (line: number, problem: string): YamlFault =>
  new YamlFault(line === 0 ? problem : `line ${line + 1}: ${problem}`)

/** What the parser did not expect: it counts lines from 0, and leaves out the first. */
export const parserFault = (line: number, problem: string): YamlFault =>
  new YamlFault(line === 0 ? problem : `line ${line}: ${problem}`)
