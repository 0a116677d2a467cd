import type { MutatingBinding, MutatingPolicy } from '../../../kinds/admissionregistration/mutating-rules.js'
import { bindAdmission, configurationOf, operationsOf } from '../../../cel/admission.js'
import { type StatusError, failure, internalError } from '../../../base/errors/status.js'
import { type Steps, waitFor } from '../../../base/turns/steps.js'
import { jsonEqual, isObject } from '../../../base/json/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'
import { fromMatched } from '../review/convert.js'
import { mutableRequest, writtenBack } from '../review/mutable.js'
import { type Memory, createMemories, noteChange, noteRound } from '../review/reinvocation.js'
import { refused } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type CompiledMutation, compiledMutations } from './compiled-policy.js'
import { type Made, configuredInSteps, ConfigurationError, made } from './configuration-error.js'
import {
  type Asking,
  type Invocation,
  type Misconfigured,
  askingAbout,
  boundPolicies,
  invocationsOf,
} from './invocations.js'
import { meetsConditions } from './match-conditions.js'
import { type Own, type PolicyInput, inputOf, seenByConditions, seen } from './policy-input.js'
import { MUTATING_POLICIES } from '../configuration-tables.js'
import { GoValue } from '../../../base/go/printable.js'
import { mergeApplied } from '../../../model/apply/apply.js'
import { memberSchema, topologyOf } from '../../../model/apply/topology.js'
import { typedProblem } from '../../../model/apply/typed.js'
import { JsonPatchError, PatchTestFailed, applyJsonPatch } from '../../../model/patch/json.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { inOrder, readAs } from '../../../model/registry/read.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { subresourceOf } from '../../../model/registry/subresource-of.js'
import { DecodeError } from '../../../schema/decode.js'
import type { Schema } from '../../../schema/types.js'
import { kindAt } from '../review/equivalents.js'
import type { Match } from '../review/match.js'
import { readPatched } from '../review/patched-object.js'
import { COST_OF_TURN, OutOfBudget } from './evaluate.js'

type Mutating = Invocation<MutatingPolicy, MutatingBinding>

/** What a policy could not do; a reason is that of the refusal. */
type Failure = Misconfigured<MutatingPolicy> & { readonly reason?: string }

const memoryOf = createMemories()

/**
 * Asks the mutating policies that are bound about a request, one after another; returns the object as they leave it
 * (policy/mutating: dispatcher).
 *
 * @throws StatusError for a request that one cannot change as it should
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function* mutatedByPolicies(attributes: AdmissionAttributes, context: AdmissionContext): Steps<KubeObject> {
  const request = mutableRequest(attributes, context)
  const round = new Round(askingAbout(request, context), memoryOf(context.reinvocation))
  // All are chosen by the object as it is before any of them changes it.
  const chosen: Mutating[] = []
  const about = () => round.asking
  for (const bound of boundPolicies<MutatingPolicy, MutatingBinding>(attributes, context, MUTATING_POLICIES, about))
    for (const one of invocationsOf(round.asking, bound))
      if (one.fault !== undefined) round.failures.push(one)
      else if (yield* round.isVersioned(one)) chosen.push(one)
  const object = chosen.length > 0 ? yield* round.run(chosen) : request.object
  const [first, ...others] = round.failures.filter(({ policy }) => policy.spec?.failurePolicy !== 'Ignore')
  if (first) throw refusal(attributes, [first, ...others])
  return writtenBack(attributes, { ...request, object })
}

/** The object in the version of a kind, as far as policies have changed it. */
type Version = { input: PolicyInput; isChanged: boolean }

/** One round of the policies that are asked about a request. */
class Round {
  readonly asking: Asking
  readonly failures: Failure[] = []
  readonly #memory: Memory
  readonly #versions = new Map<KindDef, Version>()
  /** The version that was changed last; changes in others are lost, as on a real server. */
  #last: { readonly version: Version; readonly invocation: Mutating } | undefined

  constructor(asking: Asking, memory: Memory) {
    this.asking = asking
    this.#memory = memory
  }

  /** Tells whether the object exists in the version that a policy matches, and notes it as a failure if not. */
  *isVersioned({ policy, match }: Mutating): Steps<boolean> {
    if (this.#versions.has(match.kind)) return true
    const input = yield* configuredInSteps(() => inputOf(this.asking, match))
    if (input.fault === undefined) this.#versions.set(match.kind, { input: input.value, isChanged: false })
    else this.failures.push({ policy, fault: `failed to configure policy: ${input.fault}` })
    return input.fault === undefined
  }

  /** Asks policies one after another; returns the object as they leave it. */
  *run(invocations: readonly Mutating[]): Steps<KubeObject | null> {
    const { request, reinvocation } = this.asking
    noteRound(this.#memory, reinvocation, request.object)
    for (const invocation of invocations) {
      const version = this.#versions.get(invocation.match.kind)
      if (version) yield* this.#ask(invocation, version)
    }
    const { version, invocation } = this.#last ?? {}
    let { object } = request
    if (version?.isChanged && version.input.object && invocation) {
      noteChange(this.#memory, reinvocation)
      object = yield* waitFor(fromMatched(version.input.object, request, invocation.match, this.asking))
    }
    this.#memory.output = object
    return object
  }

  *#ask(invocation: Mutating, version: Version): Steps<void> {
    const { policy, binding, params } = invocation
    const { spec = {} } = policy
    const { variables, matchConditions, mutations } = yield* compiledMutations(spec)
    const own: Own = { params, variables }
    if (matchConditions.length > 0) {
      const { matches, error } = yield* meetsConditions(
        matchConditions,
        bindAdmission(seenByConditions(version.input, own)),
      )
      if (error !== undefined) this.#fail(invocation, error)
      if (!matches) return
    }
    const name = [policy.metadata.name, binding.metadata.name, params?.metadata.namespace, params?.metadata.name].join()
    const { reinvocation } = this.asking
    if (reinvocation.isAgain && !this.#memory.again.has(name)) return
    const before = version.input.object
    for (const mutation of mutations) {
      this.#last = { version, invocation }
      const { object } = version.input
      if (!object) continue
      const { value, fault } = yield* mutated(mutation, object, version.input, own, this.asking, invocation.match)
      if (fault === undefined) {
        version.input = { ...version.input, object: value }
        version.isChanged = true
      } else this.#fail(invocation, fault)
    }
    if (!jsonEqual(before, version.input.object)) noteChange(this.#memory, reinvocation)
    if (spec.reinvocationPolicy === 'IfNeeded') this.#memory.asked.add(name)
  }

  #fail({ policy, binding }: Mutating, fault: string): void {
    this.failures.push({ policy, binding: binding.metadata.name, fault, reason: 'Invalid' })
  }
}

/** Returns the error for a request: with the message and the reason of the first failure, but the code of a refusal. */
function refusal(attributes: AdmissionAttributes, failures: readonly [Failure, ...Failure[]]): StatusError {
  const causes = failures.map((one) => ({ message: failureText(one) }))
  const { status } = refused(attributes, '', causes)
  const [first] = failures
  return failure(403, first.reason ?? status.reason, failureText(first), status.details)
}

const failureText = ({
  policy: {
    metadata: { name = '' },
  },
  binding,
  fault,
}: Failure): string =>
  binding === undefined
    ? `policy "${name}" denied request: ${fault}`
    : `policy '${name}' with binding '${binding}' denied request: ${fault}`

/** The cost limit of one mutation (celconfig.RuntimeCELCostBudget). */
const BUDGET = 10_000_000

/**
 * Returns an object as a mutation of a policy leaves it, with its defaults (policy/mutating: dispatchOne).
 *
 * @throws StatusError 500 for a JSON patch that does not leave an object of its kind
 */
export function* mutated(
  { type, expression, program }: CompiledMutation,
  object: KubeObject,
  input: PolicyInput,
  own: Own,
  asking: Asking,
  { kind }: Match,
): Steps<Made<KubeObject>> {
  if (typeof program === 'string') return { fault: program }
  const found = bindAdmission(seen(input, own, true))(program)
  if (found.cost >= COST_OF_TURN) yield
  if (found.cost > BUDGET) return { fault: new OutOfBudget().message }
  if (!found.ok) return { fault: `expression '${expression}' resulted in error: ${found.error}` }
  const patched = type === 'JSONPatch' ? patchedObject : appliedObject
  return made(() => kind.defaults(patched(found.value, object, kind, asking)))
}

/** Returns what is made, or throws what is wrong with it. */
function mustMake<T>({ value, fault }: Made<T>): T {
  if (fault !== undefined) throw new ConfigurationError(fault)
  return value
}

/** Applies the configuration that an expression has made (patch: applyConfigPatcher). */
function appliedObject(value: unknown, object: KubeObject, def: KindDef, { request }: Asking): KubeObject {
  const { subresource } = request
  const view = isSubresourceName(subresource) ? subresourceOf(request.def, subresource).view : undefined
  const configuration = { ...mustMake(configurationOf(value)), apiVersion: def.apiVersion, kind: def.kind }
  const merged = mergedConfiguration(object, configuration, view ? undefined : def)
  failOtherVersion(def, kindAt(request.def, subresource) ?? def)
  try {
    return readAs(def, merged).object
  } catch (error) {
    throw error instanceof DecodeError ? new ConfigurationError(error.message) : error
  }
}

/** Applies the JSON patch that an expression has made (patch: jsonPatcher); a `test` that fails leaves all as it is. */
function patchedObject(value: unknown, object: KubeObject, def: KindDef, { request, registry }: Asking): KubeObject {
  const operations = mustMake(operationsOf(value))
  try {
    const { object: read, faults } = readPatched(def, applyJsonPatch(inOrder(def, object), operations), registry)
    if (faults.length > 0) throw new DecodeError(`strict decoding error: ${faults.join(', ')}`)
    failOtherVersion(def, kindAt(request.def, request.subresource) ?? def)
    return read
  } catch (error) {
    if (error instanceof PatchTestFailed) return object
    if (error instanceof JsonPatchError) throw new ConfigurationError(`JSON Patch: ${error.message}`)
    throw error instanceof DecodeError ? internalError(error.message) : error
  }
}

/** A server cannot convert an object of a built-in kind from one version to another by its types alone. */
function failOtherVersion(matched: KindDef, given: KindDef): void {
  if (matched === given || matched.structural) return
  const name = ({ version, kind }: KindDef) => `${version}.${kind}`
  throw new ConfigurationError(`converting (${name(matched)}) to (${name(given)}): unknown conversion`)
}

type Configuration = Readonly<Record<string, unknown>> & { readonly apiVersion: string; readonly kind: string }

/**
 * Merges the configuration that a mutating policy applies into an object (patch: ApplyStructuredMergeDiff). Nobody owns
 * the fields for it.
 *
 * @param def the kind of the object; undefined for one that a server has no types of
 * @throws ConfigurationError for what does not fit the kind, or would replace what is only replaced as a whole
 */
function mergedConfiguration(object: KubeObject, configuration: Configuration, def: KindDef | undefined): unknown {
  const { apiVersion, kind } = configuration
  const problem = def
    ? typedProblem(configuration, def.schema, def.serverVersion)
    : `no corresponding type for ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
  if (problem !== undefined || !def) throw fault(`failed to convert patch object to typed object: ${problem}`)
  const atomics = atomicsOf(configuration, def.schema, '')
  if (atomics.length > 0)
    throw fault(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`)
  const misfit = typedProblem(object, def.schema, def.serverVersion, { repeats: atLeast(def.serverVersion, '1.35') })
  if (misfit !== undefined) throw fault(`failed to convert original object to typed object: ${misfit}`)
  const foreign = foreignIn(configuration)
  if (foreign) throw fault(`cannot deep copy ${foreign.type}`)
  return mergeApplied(object, configuration, def.schema)
}

const fault = (text: string) => new ConfigurationError(`error applying patch: ${text}`)

/** Returns the paths of the lists and maps in a configuration that are only replaced as a whole (findAtomics). */
function atomicsOf(value: unknown, schema: Schema | undefined, path: string): readonly string[] {
  if (!schema || typeof value !== 'object' || value === null) return []
  const own = topologyOf(schema, value) === 'leaf' && isComposed(schema) ? [path] : []
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item, i) => atomicsOf(item, schema.items, `${path}[${i}]`))]
  if (!isObject(value) || !schema.properties) return own
  return [
    ...own,
    ...Object.keys(value).flatMap((name) => atomicsOf(value[name], memberSchema(schema, name), `${path}.${name}`)),
  ]
}

const isComposed = ({ type }: Schema): boolean => type === 'object' || type === 'array' || type === undefined

/** Returns a value in a configuration that no JSON has, where no type has told of it. */
function foreignIn(value: unknown): GoValue | undefined {
  if (value instanceof GoValue) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of Object.values(value)) {
    const found = foreignIn(part)
    if (found) return found
  }
  return undefined
}
