import type { TextPlace } from './token.js'

/** What stops the reading of a YAML text; the message is the reader's, with its line where it names one. */
export class YamlFault extends Error {
  /** What is wrong, without the line. */
  readonly problem: string
  readonly place: TextPlace
  constructor(problem: string, place: TextPlace, message = problem) {
    super(message)
    this.problem = problem
    this.place = { at: place.at, line: place.line }
  }
}

/** What the scanner stumbles over: it counts lines from 1, and leaves out the first. */
export const scannerFault = (place: TextPlace, problem: string): YamlFault =>
  new YamlFault(problem, place, place.line === 0 ? problem : `line ${place.line + 1}: ${problem}`)

/** What the parser did not expect: it counts lines from 0, and leaves out the first. */
export const parserFault = (place: TextPlace, problem: string): YamlFault =>
  new YamlFault(problem, place, place.line === 0 ? problem : `line ${place.line}: ${problem}`)
