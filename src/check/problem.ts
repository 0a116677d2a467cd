import type { Path, Problem } from './shape.js'

/** A problem in one line: where in what was written, and what. */
function describeProblem({ path, text }: Problem): string {
  const where = describePath(path)
  return where ? `${where}: ${text}` : text
}

/** Several problems as one message. */
export const describeProblems = (problems: readonly Problem[]): string => problems.map(describeProblem).join('; ')

/** A path as fields are written: `then.status.details.causes[0].field`. */
export const describePath = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('')
