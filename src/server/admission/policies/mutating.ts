import type { MutatingBinding, MutatingPolicy } from '../../../kinds/admissionregistration/mutating-rules.js'
import { bindAdmission } from '../../../cel/admission.js'
import { type StatusError, failure, forbiddenStatus } from '../../../base/errors/status.js'
import { type Steps, waitFor } from '../../../base/turns/steps.js'
import { jsonEqual } from '../../../base/json/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'
import { versionsOf } from '../review/convert.js'
import { mutableRequest, writtenBack } from '../review/mutable.js'
import { type Memory, createMemories, noteChange, noteRound } from '../review/reinvocation.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { compiledMutations } from './compiled-policy.js'
import { configuredInSteps } from './configuration-error.js'
import { type Asking, type Invocation, type Misconfigured, askingAbout, invocationsOf } from './invocations.js'
import { meetsConditions } from './match-conditions.js'
import { mutated } from './mutated.js'
import { type Own, type PolicyInput, inputOf, seenByConditions } from './policy-input.js'
import { MUTATING_POLICIES } from '../configuration-tables.js'

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
  const request = mutableRequest(attributes, context.registry)
  const round = new Round(askingAbout(request, context), memoryOf(context.reinvocation))
  // All are chosen by the object as it is before any of them changes it.
  const chosen: Mutating[] = []
  for (const one of invocationsOf<MutatingPolicy, MutatingBinding>(round.asking, MUTATING_POLICIES))
    if (one.fault !== undefined) round.failures.push(one)
    else if (yield* round.isVersioned(one)) chosen.push(one)
  const object = chosen.length > 0 ? yield* round.run(chosen) : request.object
  const [first, ...others] = round.failures.filter(({ policy }) => policy.spec?.failurePolicy !== 'Ignore')
  if (first) throw refusal(request, [first, ...others])
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
    const input = yield* configuredInSteps(inputOf(this.asking, match))
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
      object = yield* waitFor(versionsOf(request, invocation.match, this.asking).back(version.input.object))
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
function refusal({ resource, name }: ReviewedRequest, failures: readonly [Failure, ...Failure[]]): StatusError {
  const causes = failures.map((one) => ({ message: failureText(one) }))
  const { status } = forbiddenStatus(resource, name || 'Unknown', '', causes)
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
