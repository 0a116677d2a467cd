import { badRequest, invalidStatus } from '../../base/status.js'
import { goQuote } from '../../base/go-print.js'
import { type Issue, forbidden, invalid } from '../../base/issue.js'
import { parseTime } from '../../base/time.js'

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

const isSet = (value: string | undefined) => value !== undefined && value !== '0' && value.toLowerCase() !== 'false'

function numberOf(get: Parameter, name: string): number | undefined {
  const value = get(name)
  if (value === undefined || value === '') return undefined
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: invalid syntax`)
  return Number(value)
}

/**
 * Parses and validates the options of a log request (ValidatePodLogOptions). Throws a StatusError if they are invalid.
 */
export function readLogOptions(get: Parameter, name: string): LogOptions {
  const tailLines = numberOf(get, 'tailLines')
  const limitBytes = numberOf(get, 'limitBytes')
  const sinceSeconds = numberOf(get, 'sinceSeconds')
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
  ]
  if (issues.length > 0) throw invalidStatus({ group: '', resource: 'PodLogOptions' }, name, issues)
  return {
    container: get('container') ?? '',
    follow: isSet(get('follow')),
    previous: isSet(get('previous')),
    timestamps: isSet(get('timestamps')),
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
