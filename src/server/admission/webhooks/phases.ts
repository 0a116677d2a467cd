import { type StatusError, internalError, plainError } from '../../../base/errors/status.js'
import { goJsonErrorOf } from '../../../base/go/encoding-json.js'
import { goQuote } from '../../../base/go/printable.js'
import { encodeJson, isObject, jsonEqual } from '../../../base/json/json.js'
import { readJson } from '../../../base/json/json-text.js'
import { type Steps, waitFor } from '../../../base/turns/steps.js'
import { mismatch } from '../../../model/patch/body.js'
import { JsonPatchError, applyJsonPatch } from '../../../model/patch/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { inOrder } from '../../../model/registry/read.js'
import type { Registry } from '../../../model/registry/registry.js'
import { ConversionError } from '../../../rest/write/body.js'
import { DecodeError } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import { fromMatched } from '../review/convert.js'
import { matchOf } from '../review/match.js'
import { mutableRequest, writtenBack } from '../review/mutable.js'
import { readPatched } from '../review/patched-object.js'
import { createMemories, noteChange, noteRound } from '../review/reinvocation.js'
import { PATCH_ANNOTATION } from '../../audit/event.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type Allowed, JSON_PATCH, ask } from './ask.js'
import { meetsConditionsOf } from './conditions.js'
import { MUTATING_WEBHOOKS, VALIDATING_WEBHOOKS } from '../configuration-tables.js'
import { type ConfiguredWebhook, type Registered, webhooksFor } from './configured.js'
import { CallFailed, callFailed, failedRequest } from './failures.js'
import { versionedFor } from './versioned.js'
import { validatedRequest } from '../review/made.js'
import type { ReviewedRequest } from '../review/request.js'
import type { Versioned } from './review.js'

const memoryOf = createMemories()

/**
 * Asks the mutating webhooks about a request, one after another; returns the object as they leave it.
 *
 * @throws StatusError for a request that one denies, or fails on
 */
export function* mutatedByWebhooks(attributes: AdmissionAttributes, context: AdmissionContext): Steps<KubeObject> {
  const { reinvocation } = context
  const memory = memoryOf(reinvocation)
  let request = mutableRequest(attributes, context)
  noteRound(memory, reinvocation, request.object)
  for (const [index, registered] of webhooksFor(MUTATING_WEBHOOKS, attributes, context).entries()) {
    const { hook, uid } = registered
    const versioned = yield* shownTo(registered, request, context, convertingFailed)
    if (!versioned) continue
    const { match, object } = versioned
    if (reinvocation.isAgain && !memory.again.has(uid)) continue
    const annotations = annotationsOf(registered, index, context)
    let failure: unknown
    let patched: Patched | undefined
    try {
      const allowed = yield* waitFor(ask(hook, request, versioned, context, 'mutating'))
      patched = patchedBy(hook, allowed, match.kind, object, context.registry)
      if (patched) {
        request = { ...request, object: yield* waitFor(fromMatched(patched.object, request, match, context)) }
      }
      if (patched?.isChanged) noteChange(memory, reinvocation)
    } catch (error) {
      failure = error
    }
    annotations.asked(patched)
    if (hook.reinvocationPolicy === 'IfNeeded') memory.asked.add(uid)
    if (failure instanceof CallFailed) {
      if (hook.failurePolicy !== 'Ignore') throw failedRequest(failure)
      annotations.passedOver()
    } else if (failure !== undefined) throw failure
  }
  memory.output = request.object
  return writtenBack(attributes, request)
}

/**
 * Returns a request in the version that a webhook is to see; undefined if it is not to be asked (generic:
 * ShouldCallHook).
 *
 * @throws StatusError for a request whose namespace is missing; as `failed` words it, for objects that cannot be
 *   converted; for conditions as {@link meetsConditionsOf}
 */
function* shownTo(
  { hook, criteria }: Registered,
  request: ReviewedRequest,
  context: AdmissionContext,
  failed: (text: string) => StatusError,
): Steps<Versioned | undefined> {
  const match = criteria && matchOf(criteria, request, context)
  if (!match) return undefined
  const versioned = yield* versionedFor(request, match, context, failed)
  return (yield* meetsConditionsOf(hook, request, versioned, context)) ? versioned : undefined
}

const MUTATION = 'mutation.webhook.admission.k8s.io/'

/** Tells the audit event of a request of a webhook that was asked (mutating: webhookAnnotator). */
function annotationsOf(
  { hook: { name: webhook }, configuration }: Registered,
  index: number,
  { annotate, reinvocation: { isAgain } }: Pick<AdmissionContext, 'annotate' | 'reinvocation'>,
) {
  const place = `round_${isAgain ? 1 : 0}_index_${index}`
  return {
    asked(patched: Patched | undefined): void {
      const mutated = patched?.isChanged ?? false
      annotate(`${MUTATION}${place}`, () => encodeJson({ configuration, webhook, mutated }))
      if (patched) {
        const patch = () => patched.operations.map((one) => one && Object.fromEntries(Object.entries(one).sort()))
        const told = () => encodeJson({ configuration, webhook, patch: patch(), patchType: 'JSONPatch' })
        annotate(`${PATCH_ANNOTATION}${place}`, told)
      }
    },
    passedOver: () => annotate(`failed-open.${MUTATION}${place}`, webhook),
  }
}

/** A real server wraps it twice here. */
const convertingFailed = (text: string) => internalError(internalError(text).message)

/** An object after the patch of a webhook, with its defaults, and whether the patch has changed anything. */
type Patched = {
  readonly object: KubeObject
  readonly isChanged: boolean
  readonly operations: Operations
}

/**
 * Applies the patch of a webhook; undefined if it has no operations.
 *
 * @throws StatusError 500 for what is no patch, does not apply, or does not leave an object of the kind
 * @throws CallFailed for a patch of an unknown type
 */
function patchedBy(
  { name }: ConfiguredWebhook,
  { patch, patchType }: Allowed,
  def: KindDef,
  object: KubeObject | null,
  registry: Registry,
): Patched | undefined {
  // Since v1.34 that is a failure of the call, which a policy may ignore.
  const undecodable = (text: string) =>
    atLeast(registry.profile.version, '1.34')
      ? callFailed(name, `received undecodable patch in webhook response: ${text}`)
      : internalError(text)
  const operations = operationsOf(patch, undecodable)
  if (operations.length === 0) return undefined
  if (!object)
    throw internalError(
      `admission webhook ${goQuote(name)} attempted to modify the object, which is not supported for this operation`,
    )
  if (patchType !== JSON_PATCH) throw callFailed(name, `unsupported patch type ${goQuote(patchType)}`)
  const shown = inOrder(def, object)
  try {
    const { object: read } = readPatched(def, applyJsonPatch(shown, operations), registry)
    return { object: def.defaults(read), isChanged: !jsonEqual(inOrder(def, read), shown), operations }
  } catch (error) {
    if (error instanceof ConversionError) throw plainError(error.message)
    throw error instanceof JsonPatchError || error instanceof DecodeError ? internalError(error.message) : error
  }
}

type Operations = readonly ({ readonly [member: string]: unknown } | null)[]

function operationsOf(patch: string, undecodable: (text: string) => Error): Operations {
  if (patch === '') return []
  const bytes = Uint8Array.from(atob(patch), (character) => character.charCodeAt(0))
  let value: unknown
  try {
    value = readJson(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) throw undecodable(goJsonErrorOf(bytes))
    throw error
  }
  if (value === null) return []
  if (!Array.isArray(value)) throw undecodable(mismatch(value, 'jsonpatch.Patch'))
  return value.map((operation: unknown) => {
    if (operation !== null && !isObject(operation)) throw undecodable(mismatch(operation, 'jsonpatch.Operation'))
    return operation
  })
}

const PASSED_OVER = 'failed-open.validating.webhook.admission.k8s.io/round_0_index_'

/**
 * Asks the validating webhooks about a request, all at once.
 *
 * @throws StatusError for a request that one denies, or fails on: of several, the first that answers
 */
export function* validatedByWebhooks(attributes: AdmissionAttributes, context: AdmissionContext): Steps<void> {
  const request = validatedRequest(attributes, context)
  const asked: { readonly hook: ConfiguredWebhook; readonly versioned: Versioned }[] = []
  for (const registered of webhooksFor(VALIDATING_WEBHOOKS, attributes, context)) {
    const versioned = yield* shownTo(registered, request, context, internalError)
    if (versioned) asked.push({ hook: registered.hook, versioned })
  }
  if (asked.length === 0) return
  const failures: unknown[] = []
  const answers = asked.map(({ hook, versioned }, index) =>
    ask(hook, request, versioned, context, 'validating').catch((error: unknown) => {
      if (!(error instanceof CallFailed)) failures.push(error)
      else if (hook.failurePolicy !== 'Ignore') failures.push(failedRequest(error))
      else context.annotate(`${PASSED_OVER}${index}`, hook.name)
    }),
  )
  yield* waitFor(Promise.all(answers))
  if (failures.length > 0) throw failures[0]
}
