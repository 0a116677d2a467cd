import type { KindDef } from '../../model/registry/kind-def.js'
import type { Profile } from '../../model/registry/profile.js'
import { isPromise } from '../../base/turns/promises.js'
import { type Steps, done, waitFor } from '../../base/turns/steps.js'
import type { Admission, AdmissionRequest } from '../../rest/admission.js'
import { inTurns } from '../../rest/write/turns.js'
import type { Call } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import { roleEscalation } from './role-escalation.js'
import { createAdmissionContext } from './context.js'
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin, AdmissionTarget } from './types.js'

type Operation = AdmissionTarget['operation']
type Plan = {
  readonly target: AdmissionTarget
  readonly admit: readonly AdmissionPlugin[]
  readonly validate: readonly AdmissionPlugin[]
}

/**
 * Makes admission from plug-ins, which are called in order: first all that change the object, then all that validate
 * it.
 */
export function createAdmission(profile: Profile, chosen: readonly AdmissionPlugin[]): Admission {
  const plugins = [...chosen, roleEscalation]
  const planOf = createPlans(profile, plugins)
  return {
    isAsked(operation, call, transaction) {
      const { admit, validate } = planOf(operation, call)
      return isAnyAsked(admit, transaction) || isAnyAsked(validate, transaction)
    },
    admit(request) {
      const plan = planOf(request.operation, request.call)
      return isAnyAsked(plan.admit, request.transaction) ? admitted(plan, request, profile) : done(request.object)
    },
    validate(request) {
      const plan = planOf(request.operation, request.call)
      return isAnyAsked(plan.validate, request.transaction) ? validated(plan, request, profile) : done(undefined)
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

type Tables = Pick<AdmissionRequest['transaction'], 'table'>

const isAnyAsked = (plugins: readonly AdmissionPlugin[], tables: Tables): boolean => {
  for (const plugin of plugins) if (isConfigured(plugin, tables)) return true
  return false
}

/** Tells whether there is anything stored that a plug-in acts by; most act by themselves. */
const isConfigured = ({ configuredBy }: AdmissionPlugin, tables: Tables): boolean =>
  configuredBy === undefined || configuredBy.some((table) => tables.table(table).size > 0)

function* admitted(plan: Plan, request: AdmissionRequest, profile: Profile): Steps<KubeObject> {
  const attributes = attributesOf(plan.target, request)
  const context = createAdmissionContext(request, profile)
  const object = yield* admittedOnce(plan, request, attributes, context)
  if (!context.reinvocation.isWanted) return object
  context.reinvocation.isAgain = true
  return yield* admittedOnce(plan, request, { ...attributes, object }, context)
}

function* admittedOnce(
  plan: Plan,
  request: AdmissionRequest,
  given: AdmissionAttributes,
  context: AdmissionContext,
): Steps<KubeObject> {
  let attributes = given
  for (const plugin of plan.admit) {
    const { admit } = plugin
    if (!admit || !isConfigured(plugin, request.transaction)) continue
    const answer =
      request.turns.isLong && !plugin.configuredBy
        ? yield* inTurns(request, admit.bind(undefined, attributes, context))
        : admit(attributes, context)
    const object = isPromise(answer) ? yield* waitFor(answer) : answer
    if (object !== attributes.object) attributes = { ...attributes, object }
  }
  return attributes.object
}

function* validated(plan: Plan, request: AdmissionRequest, profile: Profile): Steps<void> {
  const attributes = attributesOf(plan.target, request)
  const context = createAdmissionContext(request, profile)
  for (const plugin of plan.validate) {
    if (!isConfigured(plugin, request.transaction)) continue
    const answer = plugin.validate?.(attributes, context)
    if (isPromise(answer)) yield* waitFor(answer)
  }
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

function attributesOf(target: AdmissionTarget, request: AdmissionRequest): AdmissionAttributes {
  const { call, name, object, oldObject } = request
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
    return { target, admit: asked.filter(({ admit }) => admit), validate: asked.filter(({ validate }) => validate) }
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
