import type { Path, Problem } from './shape.js'

/** Formats a problem in one line: its path and text. */
function describeProblem({ path, text }: Problem): string {
  const where = describePath(path)
  return where ? `${where}: ${text}` : text
}

/** Formats several problems as one message. */
export const describeProblems = (problems: readonly Problem[]): string => problems.map(describeProblem).join('; ')

/** Formats a path like a field: `then.status.details.causes[0].field`. */
export const describePath = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('')
