import { type KubeObject, storedName, storedRevision } from '../../schema/object.js'
import { sizeWithText } from '../../base/json/size.js'
import { deepFreeze, withPath } from '../../base/json/json.js'
import {
  StatusError,
  alreadyExists,
  forbiddenStatus,
  generateNameConflict,
  plainError,
  verbWithheld,
} from '../../base/errors/status.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Transaction } from '../../store/transaction.js'
import { admitCreate } from './admit.js'
import { checkSent, readObject } from './body.js'
import { convertForStoring } from '../storage-conversion.js'
import { withAllocationRecords } from './allocation-records.js'
import {
  admittedForm,
  asStored,
  noteEmptyBytes,
  noteFilledOnRead,
  reread,
  withoutNulls,
  withRevision,
} from './stored-form.js'
import type { Steps } from '../../base/turns/steps.js'
import { keyOf, tableOf } from '../context.js'
import { inNamespace, withNewMetadata, withUniqueOwners, withoutSystemMetadata } from './metadata.js'
import { mustBeAllowed } from '../access.js'
import { type Fitting, fitting, isLarge, isTooLarge } from './storage-limit.js'
import { inTurns, noteLarge, transact } from './turns.js'
import { track } from './ownership.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WriteContext } from './warnings.js'

/** Number of generated names that are tried before a name collision is an error. */
export const GENERATE_ATTEMPTS = 8

/** POST: stores a new object. */
export function* create(context: WriteContext, call: Call): Steps<Outcome> {
  const { def } = call.target
  if (def.create.withheld !== undefined && !atLeast(def.serverVersion, '1.34'))
    throw verbWithheld(def.resourceSubject, 'create', def.create.withheld)
  const { isLong } = context.turns
  const read = () => {
    const sent = readObject(context, call)
    if (def.structural) checkSent(context, call, sent)
    return withUniqueOwners(context, inNamespace(call, withoutSystemMetadata(sent)), 'sent')
  }
  const placed = isLong ? yield* inTurns(context, read) : read()
  const isLost = isLong && (yield* inTurns(context, () => isTooLarge(def, placed)))
  const object = isLost ? placed : yield* track(context, call, undefined, placed)
  const stored = yield* transact(context, call, (transaction) => insert(context, call, transaction, object))
  return { type: 'object', code: 201, def: call.target.def, object: stored }
}

/**
 * Stores a new object inside a transaction: for a POST, and for a PUT or an apply that creates.
 *
 * @throws StatusError as {@link admitCreate}, or 409 if the name is taken
 */
export function* insert(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  object: KubeObject,
): Steps<KubeObject> {
  const { def, namespace } = call.target
  const { isLong } = context.turns
  const { name = '', generateName: base = '' } = object.metadata
  if (def.create.withheld !== undefined && atLeast(def.serverVersion, '1.34'))
    throw forbiddenStatus(def.resourceSubject, name, `create not allowed while ${def.create.withheld}`)
  for (let attempt = 1; ; attempt++) {
    const made = withNewMetadata(context, call, object)
    const admitted = yield* admitCreate(context, call, transaction, made, name || base)
    const given = storedName(admitted)
    const key = keyOf(namespace, given)
    // A resourceVersion set by hooks counts like one that was sent. Only a POST goes through the storage code that
    // checks it.
    const { resourceVersion } = object.metadata
    const stated = admitted.metadata.resourceVersion
    const isStated = (resourceVersion && isRevision(resourceVersion)) || (stated && isRevision(stated))
    if (call.target.verb === 'create' && !call.options.dryRun && isStated)
      throw plainError('resourceVersion should not be set on objects to be created')
    const table = tableOf(call.target)
    const generated = !object.metadata.name && !def.create.generateName
    if (generated && attempt < GENERATE_ATTEMPTS && transaction.has(table, key)) continue
    const write = {
      operation: 'create',
      call,
      name: given,
      object: admitted,
      oldObject: undefined,
      transaction,
    } as const
    if (call.target.verb !== 'create') mustBeAllowed(context, call, 'create')
    yield* context.admission.validate(context, write)
    const ordered = () => admittedForm(context, def, admitted)
    const next = isLong ? yield* inTurns(context, ordered) : ordered()
    // Asked after validating admission, during which others may have taken the name.
    if (!transaction.has(table, key)) {
      yield* convertForStoring(context, def, next)
      if (call.options.dryRun)
        return withPath(asStored(def, next), ['metadata', 'resourceVersion'], resourceVersion || undefined)
      const bared = () => withoutSelfLink(withoutNulls(def, next))
      const bare = isLong ? yield* inTurns(context, bared) : bared()
      const read = reread(def, bare)
      const fit = () => fitting(def, deepFreeze(read), call)
      const fits = isLong ? yield* inTurns(context, fit) : fit()
      def.storage.conversion?.byWebhook?.carry(next, fits.next)
      const stored = store(context, call, transaction, key, fits)
      return read === bare && !def.storage.filledOnRead ? stored : noteFilledOnRead(stored)
    }
    // What cannot be stored fails before its name is looked up.
    yield* convertForStoring(context, def, next)
    def.storage.conversion?.toStored(next)
    throw nameTaken(call, admitted, readTaken(transaction, table, key))
  }
}

const isRevision = (text: string) => /^\d+$/.test(text) && Number(text) !== 0

/** Returns the object that has a name; undefined if it cannot be converted. */
function readTaken(transaction: Transaction<KubeObject>, table: string, key: string): KubeObject | undefined {
  try {
    return transaction.get(table, key)
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}

function nameTaken({ target: { def } }: Call, next: KubeObject, taken: KubeObject | undefined): StatusError {
  const terminating = Boolean(taken?.metadata.deletionTimestamp)
  const name = storedName(next)
  if (!next.metadata.generateName) return alreadyExists(def.resourceSubject, name, terminating)
  const subject = { group: def.storage.group, resource: def.plural }
  return generateNameConflict(subject, name, terminating)
}

/** Drops the selfLink, which is not stored; a dry run shows the one that was sent. */
const withoutSelfLink = (object: KubeObject): KubeObject =>
  'selfLink' in object.metadata ? withPath(object, ['metadata', 'selfLink'], undefined) : object

/** Puts a frozen object at the next revision into its table; `bytes` is its storedSize, if known. */
export const putRevised = (
  { target }: Call,
  transaction: Transaction<KubeObject>,
  key: string,
  object: KubeObject,
  bytes?: number,
): KubeObject => {
  const before = object.metadata.resourceVersion
  const make = (revision: number) => {
    const revised = withRevision(object, revision)
    Object.freeze(revised.metadata)
    Object.freeze(revised)
    target.def.storage.conversion?.byWebhook?.carry(object, revised)
    return revised
  }
  const sizeOf =
    bytes === undefined ? undefined : (made: KubeObject) => sizeWithText(bytes, storedRevision(made), before)
  return transaction.put(tableOf(target), key, make, sizeOf)
}

/** Stores an object at the next revision, with its allocation records, in place of `old` if there is one. */
export function store(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  key: string,
  { next, bytes: size, old }: Fitting & { readonly old?: KubeObject },
): KubeObject {
  const { allocationRecords, bytes } = call.target.def.storage
  const put = () => putRevised(call, transaction, key, next, size)
  const stored = allocationRecords ? withAllocationRecords(context, call, transaction, { next, old }, put) : put()
  if (isLarge(next)) noteLarge(stored)
  if (bytes !== undefined) noteEmptyBytes(call, stored)
  return stored
}
