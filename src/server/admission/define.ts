import { publicFunction } from '../../base/errors/call-site.js'
import { callback, checkArguments, code } from '../../base/check/arguments.js'
import { members, requiring } from '../../base/check/shapes.js'
import type { KubeObject } from '../../schema/object.js'
import type { AdmissionPlugin, AdmissionAttributes } from './types.js'
import { type StatusCause, type StatusError, forbiddenStatus } from '../../base/errors/status.js'

const shape = requiring(
  members({
    name: code('a word', (value) => typeof value === 'string' && /^\S+$/.test(value)),
    handles: callback('that tells of a target whether the plug-in has a say there'),
    load: callback('that loads its code and gives a promise, or undefined once it is there'),
    configuredBy: code('a list of tables', (value) => Array.isArray(value)),
    configuredIn: callback('of the configuration of plug-ins that tells whether the plug-in acts by it'),
    admit: callback('of attributes and a context that gives the object to go on with'),
    validate: callback('of attributes and a context that throws where it refuses'),
    fill: callback('of a fixture that gives what becomes of it'),
  }),
  ['name', 'handles'],
  'an admission plug-in has a name and says what it handles',
)

/**
 * Declares an admission plug-in: a rule that looks at more than one object, and changes or rejects what is written.
 *
 * @throws TypeError that says what is missing
 * @example
 * const owned = defineAdmissionPlugin({
 *   name: 'OwnedConfigMaps',
 *   handles: ({ operation, resource }) => operation === 'create' && resource === 'configmaps',
 *   validate(attributes) {
 *     if (!attributes.object.metadata.labels?.['team']) throw refused(attributes, 'it has no label "team"')
 *   },
 * })
 * const cluster = createCluster({ admissionPlugins: [owned] })
 */
export const defineAdmissionPlugin = publicFunction(
  <T extends KubeObject = KubeObject>(plugin: AdmissionPlugin<T>): AdmissionPlugin => {
    checkArguments('defineAdmissionPlugin', { plugin: shape }, [plugin])
    return plugin as unknown as AdmissionPlugin // it only gets objects that it handles
  },
)

/** Tells whether a value is a plug-in that {@link defineAdmissionPlugin} accepts. */
export const isAdmissionPlugin = (value: unknown): boolean => shape.check(value, []).length === 0

/** Makes the 403 with which a plug-in rejects a write (apiserver: NewForbidden). */
export const refused = (
  { group, resource, name }: Pick<AdmissionAttributes, 'group' | 'resource' | 'name'>,
  why: string,
  causes?: readonly StatusCause[],
): StatusError => forbiddenStatus({ group, resource }, name || 'Unknown', why, causes)
