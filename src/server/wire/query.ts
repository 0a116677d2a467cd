import { append } from '../../base/lists/lists.js'
import { parseGoDuration } from '../../base/go/duration.js'
import { goQuote } from '../../base/go/printable.js'
import { type Issue, forbidden, notSupported, required } from '../../base/errors/issue.js'
import { badRequest } from '../../base/errors/status.js'
import { parseFieldSelector } from '../../model/select/fields.js'
import { parseLabelSelector } from '../../model/select/labels.js'
import { isLongSelection } from '../../model/select/selection.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { noOptions, type Options } from '../../model/call/options.js'
import type { PatchType, RequestVerb } from '../../model/call/call.js'
import { IF_UNREADABLE, failOptions, validateDryRun } from '../../model/call/option-rules.js'
import { validateFieldManager } from '../../base/rules/field-manager.js'
import { parseBoolean, parseInteger } from '../../base/text/query-values.js'

/** Query parameters by name, all values in order. */
export type Query = {
  readonly get: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
}

const EMPTY: Query = { get: () => undefined, all: () => [] }

// What Go's net/url does not take as part of a parameter: a semicolon, a percent sign without two digits.
const MALFORMED = /;|%(?![\da-fA-F]{2})/

/** Parses the part of a URL after `?`; like in Go's net/url, malformed parameters are dropped. */
export function parseQuery(text: string): Query {
  if (text === '') return EMPTY
  const pairs = MALFORMED.test(text) ? text.split('&').filter((pair) => !MALFORMED.test(pair)) : [text]
  const values = new URLSearchParams(pairs.join('&'))
  return { get: (name) => values.get(name) ?? undefined, all: (name) => values.getAll(name) }
}

/**
 * Reads the options of a GET, of which only resourceVersion has an effect.
 *
 * @throws StatusError 400 for the removed `export`
 */
export function getOptions(query: Query): Options {
  const exported = query.get('export')
  if (exported !== undefined) {
    if (!/^(1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(exported))
      throw badRequest(
        `the export parameter cannot be parsed: strconv.ParseBool: parsing ${goQuote(exported)}: invalid syntax`,
      )
    if (/^[1tT]/.test(exported))
      throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
  }
  const resourceVersion = query.get('resourceVersion') ?? ''
  return resourceVersion === '' ? noOptions : { ...noOptions, resourceVersion }
}

/**
 * Reads and validates the options of list, watch and deletecollection.
 *
 * @throws StatusError 400 for a malformed number, 422 for a forbidden combination
 */
export function listOptions(query: Query, verb: RequestVerb, featureGates: FeatureGates): Options {
  const options: Options = {
    ...noOptions,
    timeoutSeconds: parseInteger(query.get('timeoutSeconds')),
    limit: Math.max(0, parseInteger(query.get('limit')) ?? 0),
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    continue: query.get('continue') ?? '',
    allowWatchBookmarks: parseBoolean(query.get('allowWatchBookmarks')) ?? false,
    sendInitialEvents: parseBoolean(query.get('sendInitialEvents')),
  }
  // A selector that does not parse is reported before the validation of options; a long one is parsed later, in turns.
  if (!isLongSelection(options)) {
    if (options.labelSelector !== '') parseLabelSelector(options.labelSelector)
    if (options.fieldSelector !== '') parseFieldSelector(options.fieldSelector)
  }
  // A watch by its path alone is validated as a list.
  const isWatch = verb === 'watch' && parseBoolean(query.get('watch'))
  failOptions('ListOptions', isWatch ? validateWatch(options, featureGates) : validateList(options))
  return options
}

const MATCH = 'resourceVersionMatch'

function validateList({
  resourceVersion,
  resourceVersionMatch: match,
  sendInitialEvents,
  continue: token,
}: Options): readonly Issue[] {
  const issues: Issue[] = []
  const last =
    sendInitialEvents === undefined ? [] : [forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')]
  if (match === '') return last
  if (resourceVersion === '') issues.push(forbidden(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`))
  if (token !== '') issues.push(forbidden(MATCH, `${MATCH} is forbidden when continue is provided`))
  if (match !== 'Exact' && match !== 'NotOlderThan')
    issues.push(notSupported(MATCH, match, ['Exact', 'NotOlderThan', '']))
  if (match === 'Exact' && resourceVersion === '0')
    issues.push(forbidden(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`))
  return [...issues, ...last]
}

function validateWatch(
  { resourceVersion, resourceVersionMatch: match, sendInitialEvents, continue: token }: Options,
  featureGates: FeatureGates,
): readonly Issue[] {
  const issues: Issue[] = []
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan')
      issues.push(forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
    if (!featureGates.WatchList)
      issues.push(
        forbidden(
          'sendInitialEvents',
          'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
        ),
      )
  } else if (match !== '')
    issues.push(forbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'))
  if (match !== '' && match !== 'NotOlderThan') issues.push(notSupported(MATCH, match, ['NotOlderThan']))
  // A watch that begins with what is there matches what is not older (SetListOptionsDefaults).
  const isMatched = featureGates.WatchList && sendInitialEvents === undefined && /^0?$/.test(resourceVersion)
  if (token !== '' && (match !== '' || isMatched))
    issues.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'))
  return issues
}

/**
 * Reads and validates the options of a write.
 *
 * @throws StatusError 422 listing all invalid options
 */
export function writeOptions(
  query: Query,
  server: KubernetesVersion,
  verb: 'create' | 'update' | 'patch',
  patch?: PatchType,
): Options {
  if (query === EMPTY && patch !== 'apply') return noOptions
  const dryRun = query.all('dryRun')
  const fieldManager = query.get('fieldManager') ?? ''
  const fieldValidation = query.get('fieldValidation') ?? ''
  const force = parseBoolean(query.get('force'))
  const issues: Issue[] = []
  if (verb === 'patch' && patch !== 'apply' && force !== undefined)
    issues.push(forbidden('force', 'may not be specified for non-apply patch'))
  if (patch === 'apply' && fieldManager === '') issues.push(required('fieldManager', 'is required for apply patch'))
  append(issues, [...validateFieldManager(fieldManager, 'fieldManager'), ...validateDryRun(dryRun, server)])
  if (!['', 'Ignore', 'Strict', 'Warn'].includes(fieldValidation))
    issues.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']))
  failOptions(`${verb.charAt(0).toUpperCase()}${verb.slice(1)}Options`, issues)
  return {
    ...noOptions,
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: (fieldValidation || 'Warn') as Options['fieldValidation'], // one of them, as just checked
    force: force ?? false,
  }
}

/**
 * Returns the timeout of a request in milliseconds, from the parameter `timeout`; undefined if it sets none.
 *
 * @throws StatusError 400 for a malformed duration
 */
export function readTimeout(query: Query): number | undefined {
  const given = query.get('timeout')
  if (!given) return undefined
  const timeout = parseGoDuration(given)
  if (timeout.error !== undefined) throw badRequest(`invalid timeout specified in the request URL - ${timeout.error}`)
  return timeout.ms > 0 ? timeout.ms : undefined
}

/** Reads the options of a DELETE from its query, which is used only if the request has no body. */
export function deleteQuery(query: Query): Readonly<Record<string, unknown>> {
  const dryRun = query.all('dryRun')
  return {
    gracePeriodSeconds: parseInteger(query.get('gracePeriodSeconds')),
    orphanDependents: parseBoolean(query.get('orphanDependents')),
    propagationPolicy: query.get('propagationPolicy'),
    [IF_UNREADABLE]: parseBoolean(query.get(IF_UNREADABLE)),
    dryRun: dryRun.length > 0 ? dryRun : undefined,
    preconditions: { uid: query.get('uid') || undefined, resourceVersion: query.get('resourceVersion') || undefined },
  }
}
