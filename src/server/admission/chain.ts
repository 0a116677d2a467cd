import type { KindDef } from '../../model/registry/kind-def.js'
import type { Profile } from '../../model/registry/profile.js'
import { loadAll } from '../../base/turns/late-library.js'
import { type NoSteps, type Steps, isPromise, NO_STEPS, waitFor } from '../../base/turns/steps.js'
import type { Admission, AdmittedWrite } from '../../rest/admission.js'
import { type RestContext, keyOf } from '../../rest/context.js'
import { inTurns } from '../../rest/write/turns.js'
import type { WriteContext } from '../../rest/write/warnings.js'
import type { Call } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import { type Configuring, type PluginConfiguration, UNCONFIGURED } from './configuration.js'
import { paramRights } from './policies/param-rights.js'
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, AdmissionContext } from './types.js'
import { defineAdmissionPlugin } from './define.js'
import { formatTime } from '../../base/time/time.js'
import { generateName } from '../../rest/write/metadata.js'
import { isUnmade } from '../../base/lists/sorted-map.js'
import { objectsOf } from '../../store/page.js'
import type { ObjectTable } from '../../store/history.js'
import { isConfiguration } from './configuration-tables.js'

type Operation = AdmissionTarget['operation']
type Plan = { readonly target: AdmissionTarget; readonly admit: Phase; readonly validate: Phase }

/** The plug-ins of a phase: all, and those that were asked last. */
type Phase = { readonly all: readonly AdmissionPlugin[]; asked: readonly AdmissionPlugin[] }

/**
 * Makes admission from plug-ins, which are called in order: first all that change the object, then all that validate
 * it.
 */
export function createAdmission(
  profile: Profile,
  chosen: readonly AdmissionPlugin[],
  configuration?: Configuring,
): Admission {
  const plugins = [paramRights, ...chosen, roleEscalation]
  const planOf = createPlans(profile, plugins)
  const loads = [...(configuration ? [configuration.load] : []), ...plugins.flatMap(({ load = [] }) => load)]
  return {
    ...(loads.length > 0 ? { load: () => loadAll(loads) } : {}),
    isAsked({ store }, operation, call) {
      const { admit, validate } = planOf(operation, call)
      const now = configuration?.current()
      return configured(admit, store, now).length > 0 || configured(validate, store, now).length > 0
    },
    admit(context, write) {
      const { target, admit } = planOf(write.operation, write.call)
      const now = configuration?.current()
      const asked = configured(admit, context.store, now)
      const shared = { profile, configuration: now ?? UNCONFIGURED }
      return asked.length > 0 ? admitted(asked, target, context, write, shared) : NO_STEPS
    },
    validate(context, write) {
      const { target, validate } = planOf(write.operation, write.call)
      const now = configuration?.current()
      const asked = configured(validate, context.store, now)
      const shared = { profile, configuration: now ?? UNCONFIGURED }
      if (asked.length === 0) return NO_STEPS
      return validated(asked, 0, attributesOf(target, write), createAdmissionContext(context, write, shared))
    },
    fill(def, object) {
      const target = targetOf(def, 'create', '')
      return plugins.reduce<KubeObject>(
        (next, { fill, handles }) => (fill && handles(target, profile) ? fill(next, target) : next),
        object,
      )
    },
  }
}

type Tables = Pick<RestContext['store'], 'hasAny'>

/** What the plug-ins of a server share, whatever the request. */
type Shared = Pick<AdmissionContext, 'profile' | 'configuration'>

/**
 * Returns the plug-ins for which there is anything stored or configured that they act by; most act by themselves. A
 * plug-in may learn of it only with the next write, so a write that waits does not start over for it.
 */
function configured(
  phase: Phase,
  store: Tables,
  configuration: PluginConfiguration | undefined,
): readonly AdmissionPlugin[] {
  const { all, asked } = phase
  let count = 0
  for (let i = 0; i < all.length; i++) {
    const plugin = all[i]
    if (plugin && isAsked(plugin, store, configuration) && asked[count++] !== plugin)
      return (phase.asked = all.filter((each) => isAsked(each, store, configuration)))
  }
  return count === asked.length ? asked : (phase.asked = asked.slice(0, count))
}

const isAsked = (
  { configuredBy, configuredIn }: AdmissionPlugin,
  store: Tables,
  configuration: PluginConfiguration | undefined,
): boolean =>
  configuredBy === undefined ||
  (configuration !== undefined && configuredIn?.(configuration) === true) ||
  store.hasAny(configuredBy)

function* admitted(
  plugins: readonly AdmissionPlugin[],
  target: AdmissionTarget,
  context: WriteContext,
  write: AdmittedWrite,
  shared: Shared,
): Steps<KubeObject> {
  let attributes = attributesOf(target, write)
  const asked = createAdmissionContext(context, write, shared)
  const { reinvocation } = asked
  for (;;) {
    for (const { admit, configuredBy } of plugins) {
      if (!admit) continue
      const answer =
        context.turns.isLong && !configuredBy
          ? yield* inTurns(context, admit.bind(undefined, attributes, asked))
          : admit(attributes, asked)
      const object = isPromise(answer) ? yield* waitFor(answer) : answer
      if (object !== attributes.object) attributes = { ...attributes, object }
    }
    if (!reinvocation.isWanted || reinvocation.isAgain) {
      if (attributes.object !== write.object) context.turns.isMutated = true
      return attributes.object
    }
    reinvocation.isAgain = true
  }
}

/** Lets plug-ins validate a write in their order, the first of them at once; steps begin with one that waits. */
function validated(
  plugins: readonly AdmissionPlugin[],
  first: number,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Steps<void> | NoSteps {
  for (let at = first; at < plugins.length; at++) {
    const answer = plugins[at]?.validate?.(attributes, context)
    if (isPromise(answer)) return validatedAfter(answer, () => validated(plugins, at + 1, attributes, context))
  }
  return NO_STEPS
}

function* validatedAfter(answer: PromiseLike<unknown>, others: () => Steps<void> | NoSteps): Steps<void> {
  yield* waitFor(answer)
  yield* others()
}

function targetOf(def: KindDef, operation: Operation, subresource: string): AdmissionTarget {
  const { group, version, kind, plural, scope } = def
  return {
    operation,
    group,
    version,
    kind,
    resource: plural,
    subresource,
    isNamespaced: scope === 'Namespaced',
  }
}

function attributesOf(target: AdmissionTarget, write: AdmittedWrite): AdmissionAttributes {
  const { call, name, object, oldObject } = write
  const { user, options } = call
  // Spelled out: V8 is ten times slower at adding members after a spread.
  return {
    operation: target.operation,
    group: target.group,
    version: target.version,
    kind: target.kind,
    resource: target.resource,
    subresource: target.subresource,
    isNamespaced: target.isNamespaced,
    namespace: call.target.namespace,
    name,
    nameInPath: call.target.name,
    object,
    oldObject,
    user,
    dryRun: options.dryRun,
    options,
  }
}

/** Caches which plug-ins handle which kinds and operations: most kinds have few. */
function createPlans(
  profile: Profile,
  plugins: readonly AdmissionPlugin[],
): (operation: Operation, call: Pick<Call, 'target' | 'connect'>) => Plan {
  type Plans = WeakMap<KindDef, Map<string, Plan>>
  const known: { readonly [operation in Operation]: Plans } = {
    create: new WeakMap(),
    update: new WeakMap(),
    delete: new WeakMap(),
    connect: new WeakMap(),
  }
  const make = (def: KindDef, operation: Operation, part: string): Plan => {
    const target = targetOf(def, operation, part === 'main' ? '' : part)
    const asked = plugins.filter(({ handles }) => handles(target, profile))
    return {
      target,
      admit: { all: asked.filter(({ admit }) => admit), asked: [] },
      validate: { all: asked.filter(({ validate }) => validate), asked: [] },
    }
  }
  return (operation, { target: { def, subresource }, connect }) => {
    const part = connect ?? subresource
    let plans = known[operation].get(def)
    if (!plans) known[operation].set(def, (plans = new Map()))
    let plan = plans.get(part)
    if (!plan) plans.set(part, (plan = make(def, operation, part)))
    return plan
  }
}

const RESOURCES = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']

/**
 * Keeps users from giving rights away that they do not have. On a real server the storage of these kinds does it, after
 * mutating admission; so it is no plug-in that could be disabled.
 */
const roleEscalation = defineAdmissionPlugin({
  name: 'RoleEscalation',
  handles: ({ operation, group, resource }) =>
    group === 'rbac.authorization.k8s.io' && operation !== 'delete' && RESOURCES.includes(resource),
  admit(attributes, { rules }) {
    rules?.mustNotEscalate(attributes)
    return attributes.object
  },
})

/** Makes the context of plug-ins for a request. */
function createAdmissionContext(
  context: WriteContext,
  { call, transaction }: Pick<AdmittedWrite, 'call' | 'transaction'>,
  { profile, configuration }: Shared,
): AdmissionContext {
  const { env } = context
  const request = context.current()
  return {
    profile,
    configuration,
    serverVersion: call.target.def.serverVersion,
    authorize: context.authorize,
    rules: context.rules,
    featureGates: context.featureGates,
    registry: context.registry,
    def: call.target.def,
    timeout: call.timeout,
    callWebhook: (asked) => context.callWebhook({ ...asked, request }),
    requestId: env.requestId,
    reinvocation: { isAgain: false, isWanted: false },
    now: () => formatTime(env.now()),
    time: env.now,
    generateName: (base) => generateName(base, env.random),
    get: <T extends KubeObject>(table: string, name: string, namespace = '') => {
      const found = transaction.get(table, keyOf(namespace, name))
      return found as T | undefined // the caller names the table, and so knows the type
    },
    list: <T extends KubeObject>(table: string, namespace = '') => {
      const held = transaction.table(table)
      const found = isConfiguration(table) ? allOf(context.store, table, held) : inNamespace(held, namespace)
      return found as readonly T[] // as above
    },
    isUnread: (table) => isUnmade(transaction.table(table)),
    writeStatus: (next) => context.writeStatus(context, transaction, call.options.dryRun, next),
    warn: context.warn,
    annotate: (key, value) => context.annotate(key, value, request),
  }
}

const inNamespace = (table: ObjectTable<KubeObject>, namespace: string): readonly KubeObject[] =>
  objectsOf(table, namespace ? `${namespace}/` : '')

const known = new WeakMap<ObjectTable<KubeObject>, readonly KubeObject[]>()

/** Returns all objects of a table that is seldom written: the same list as long as they are the same. */
function allOf(store: RestContext['store'], name: string, table: ObjectTable<KubeObject>): readonly KubeObject[] {
  let found = known.get(table)
  if (found) return found
  found = objectsOf(table)
  // What is kept does not change: the next write goes to a copy.
  if (store.table(name) === table) known.set(table, found)
  return found
}
