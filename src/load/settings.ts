import { agentsShape } from '../agents/simulation.js'
import { isAdmissionPlugin } from '../admission/define.js'
import { pluginNames } from '../admission/plugin-names.js'
import { containerScriptsShape } from '../containers/script-shape.js'
import { input } from '../source/input.js'
import { MOST_NODES } from './made-nodes.js'
import { defaultFeatureGates } from '../registry/feature-gates.js'
import { profiles } from '../registry/profile.js'
import { callerError, code, failProblems } from '../check/arguments.js'
import { type Shape, flag, must, oneOf, text, whole } from '../check/shape.js'
import { type MemberShapes, listOf, members } from '../check/shapes.js'

/** Anything; what it has to be is said where it is read. */
const open = code('anything', () => true)

const kinds = listOf(code('a kind, such as defineKind and fromOpenAPI make', (value) => typeof value === 'function'))

const isTime = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && Number.isFinite(new Date(value).getTime())

/** A token as a header can carry it. */
const token: Shape = {
  check: (value, path) =>
    typeof value === 'string' && /^\S+$/.test(value) ? [] : must(path, 'a text without spaces', value),
  schema: { type: 'string' },
}

const bound = whole(1)

/** A bound by number alone, or by bytes too. */
const numberOr = (number: Shape, both: Shape): Shape => ({
  check: (value, path) => (typeof value === 'number' ? number : both).check(value, path),
  schema: {},
})

/** What a cluster is made with. */
export const clusterSettings = {
  profile: oneOf(Object.keys(profiles)),
  seed: code('a number', (value) => typeof value === 'number' && Number.isFinite(value)),
  start: code('a time such as "2024-01-01T00:00:00Z", or milliseconds since 1970', isTime),
  clock: oneOf(['system', 'virtual']),
  featureGates: members(Object.fromEntries(Object.keys(defaultFeatureGates).map((gate) => [gate, flag]))),
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
  strict: flag,
  bundles: text,
  history: numberOr(bound, members({ changes: bound, bytes: bound })),
  journal: numberOr(whole(0), members({ requests: whole(0), bytes: bound, wholeBodies: flag })),
} satisfies MemberShapes

/**
 * Checks options that code was called with.
 *
 * @throws TypeError that says of each what it has to be
 */
export function checkSettings(where: string, settings: MemberShapes, given: unknown): void {
  failProblems(where, members(settings).check(given, []))
}

/** The clock a cluster has: with a seed a virtual one, unless told otherwise. */
export const clockOf = <C>({
  clock,
  seed,
}: {
  readonly clock?: C
  readonly seed?: unknown
}): C | 'system' | 'virtual' => clock ?? (seed === undefined ? 'system' : 'virtual')

/** Checks the options of a cluster, each by itself and together. */
export function checkClusterSettings(given: {
  readonly start?: unknown
  readonly clock?: unknown
  readonly seed?: unknown
}): void {
  checkSettings('createCluster', clusterSettings, given)
  if (given.start !== undefined && clockOf(given) === 'system')
    throw callerError("createCluster: start is for a virtual clock; add { clock: 'virtual' }")
}
