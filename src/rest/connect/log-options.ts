import { badRequest, invalidStatus } from '../../base/errors/status.js'
import { type Issue, forbidden, invalid } from '../../base/errors/issue.js'
import { parseBoolean, parseInteger } from '../../base/text/query-values.js'
import { parseTime } from '../../base/time/time.js'

/** The options of a log request. */
export type LogOptions = {
  readonly container: string
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  readonly tailLines?: number
  readonly limitBytes?: number
  readonly sinceSeconds?: number
  /** Milliseconds since 1970. */
  readonly sinceTime?: number
}

/** A query parameter by name. */
export type Parameter = (name: string) => string | undefined

/**
 * Parses and validates the options of a log request (ValidatePodLogOptions). Throws a StatusError if they are invalid.
 */
export function readLogOptions(get: Parameter, name: string): LogOptions {
  const tailLines = parseInteger(get('tailLines'))
  const limitBytes = parseInteger(get('limitBytes'))
  const sinceSeconds = parseInteger(get('sinceSeconds'))
  const sinceTime = timeOf(get('sinceTime'))
  const issues: readonly Issue[] = [
    ...(tailLines !== undefined && tailLines < 0
      ? [invalid('tailLines', tailLines, 'must be greater than or equal to 0')]
      : []),
    ...(limitBytes !== undefined && limitBytes < 1
      ? [invalid('limitBytes', limitBytes, 'must be greater than 0')]
      : []),
    ...(sinceSeconds !== undefined && sinceTime !== undefined
      ? [forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : sinceSeconds !== undefined && sinceSeconds < 1
        ? [invalid('sinceSeconds', sinceSeconds, 'must be greater than 0')]
        : []),
    // PodLogsQuerySplitStreams is off.
    ...(get('stream') === undefined ? [] : [forbidden('stream', 'may not be specified')]),
  ]
  if (issues.length > 0) throw invalidStatus({ group: '', resource: 'PodLogOptions' }, name, issues)
  return {
    container: get('container') ?? '',
    follow: parseBoolean(get('follow')) ?? false,
    previous: parseBoolean(get('previous')) ?? false,
    timestamps: parseBoolean(get('timestamps')) ?? false,
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(sinceSeconds === undefined ? {} : { sinceSeconds }),
    ...(sinceTime === undefined ? {} : { sinceTime }),
  }
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const parsed = parseTime(text)
  if (parsed.error !== undefined) throw badRequest(parsed.error)
  return Date.parse(parsed.time)
}
