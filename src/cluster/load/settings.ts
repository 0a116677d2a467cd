import { agentsShape } from '../../controllers/agents/kubelet/simulation.js'
import { isAdmissionPlugin } from '../../server/admission/define.js'
import { pluginNames } from '../../server/admission/plugin-names.js'
import { isObject } from '../../base/json/json.js'
import { containerScriptsShape } from '../../rest/containers/script-shape.js'
import { isClockTime } from '../../base/time/time.js'
import { input } from '../../base/input/input.js'
import { MOST_NODES } from './made-nodes.js'
import { defaultFeatureGates } from '../../model/registry/feature-gates.js'
import { profiles } from '../../model/registry/profile.js'
import { callerError, code, failProblems } from '../../base/check/arguments.js'
import { type Shape, flag, must, oneOf, text, whole } from '../../base/check/shape.js'
import { type MemberShapes, listOf, members } from '../../base/check/shapes.js'

/** Any value; it is validated where it is read. */
const open = code('anything', () => true)

const kinds = listOf(code('a kind, such as defineKind and fromOpenAPI make', (value) => typeof value === 'function'))

const isTime = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && isClockTime(new Date(value).getTime())

const isRuntimeConfig = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'boolean')

/** A token that fits into a header. */
const token: Shape = {
  check: (value, path) =>
    typeof value === 'string' && /^\S+$/.test(value) ? [] : must(path, 'a text without spaces', value),
  schema: { type: 'string' },
}

const bound = whole(1)

/** A limit given as a number, or with bytes too. */
const numberOr = (number: Shape, both: Shape): Shape => ({
  check: (value, path) => (typeof value === 'number' ? number : both).check(value, path),
  schema: {},
})

/** The options of a cluster. */
export const clusterSettings = {
  profile: oneOf(Object.keys(profiles)),
  seed: code('a number', (value) => typeof value === 'number' && Number.isFinite(value)),
  start: code('a time from 1970 to 9999 such as "2024-01-01T00:00:00Z", or milliseconds since 1970', isTime),
  clock: oneOf(['system', 'virtual']),
  featureGates: members(Object.fromEntries(Object.keys(defaultFeatureGates).map((gate) => [gate, flag]))),
  runtimeConfig: code('APIs, each with true or false, such as { "api/beta": true }', isRuntimeConfig),
  disableAdmissionPlugins: listOf(oneOf(pluginNames)),
  admissionPlugins: listOf(code('a plug-in, such as defineAdmissionPlugin makes', isAdmissionPlugin)),
  token,
  control: flag,
  controlLimit: bound,
  storageLimit: bound,
  allowHosts: listOf(text),
  kinds,
  crds: input,
  fixtures: input,
  nodes: whole(0, MOST_NODES),
  agents: agentsShape,
  containers: containerScriptsShape,
  scripts: input,
  openapi: input,
  controllers: open,
  reconcileLimit: bound,
  strict: flag,
  bundles: text,
  history: numberOr(bound, members({ changes: bound, bytes: bound })),
  journal: numberOr(whole(0), members({ requests: whole(0), bytes: bound, wholeBodies: flag })),
} satisfies MemberShapes

/**
 * Checks the options passed to a function.
 *
 * @throws TypeError that says what each must be
 */
export function checkSettings(where: string, settings: MemberShapes, given: unknown): void {
  failProblems(where, members(settings).check(given, []))
}

/** Returns the clock of a cluster: virtual with a seed or a start, otherwise the system's, unless one is chosen. */
export const clockOf = <C>({
  clock,
  seed,
  start,
}: {
  readonly clock?: C
  readonly seed?: unknown
  readonly start?: unknown
}): C | 'system' | 'virtual' => clock ?? (seed === undefined && start === undefined ? 'system' : 'virtual')

/** Checks the options of a cluster, individually and in combination. */
export function checkClusterSettings(given: {
  readonly start?: unknown
  readonly clock?: unknown
  readonly seed?: unknown
}): void {
  checkSettings('createCluster', clusterSettings, given)
  if (given.start !== undefined && clockOf(given) === 'system')
    throw callerError("createCluster: start is for a virtual clock; leave out clock: 'system'")
}
