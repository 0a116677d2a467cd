import { type KubeObject, changedObject } from '../../schema/object.js'
import { mustHave } from '../../base/must-have.js'
import { type JsonPatchOperation, createJsonPatch, formatOperation } from '../../model/patch/diff.js'
import type { Cause } from '../../model/call/call.js'
import type { Change } from '../../store/history.js'
import type { Store } from '../../store/store.js'
import { changeOf } from './change.js'
import { entryOf } from './entry.js'
import type { Note } from './note.js'
import type { Recorder } from './recorder.js'
import type { Why, WhyStep } from './why-types.js'
import { formatObject, formatRequest } from './format.js'

/** The location of an object. */
type ObjectLocation = {
  readonly table: string
  readonly key: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** The maximum length of a chain of controllers that is followed. */
const LONGEST_CHAIN = 20

/** Explains each held change of an object: who made it and why. */
export function explainObject(
  store: Store<KubeObject>,
  recorder: Recorder,
  { table, key, kind, namespace, name }: ObjectLocation,
): Why {
  const notes = notesByRevision(recorder.notes())
  const stepOf = (change: Change<KubeObject>, depth: number): WhyStep => {
    const note = notes.get(change.revision)
    const because = note && depth < LONGEST_CHAIN ? wakingChange(store, notes, note, change.revision) : undefined
    // The cause is stored by rest/.
    const { manager, operation, subresource, user } = change.cause as Cause
    return {
      ...changeOf(change),
      patch: patchOf(change),
      manager,
      operation,
      subresource,
      user: user.name,
      request: note && entryOf(note),
      because: because && stepOf(because, depth + 1),
    }
  }
  const steps = changesOf(store, table, (change) => change.key === key).map((change) => stepOf(change, 0))
  const why = { kind, namespace, name, steps, complete: steps[0]?.type === 'added' }
  return { ...why, toString: () => formatWhy(why) }
}

function notesByRevision(notes: readonly Note[]): ReadonlyMap<number, Note> {
  const found = new Map<number, Note>()
  for (const note of notes) for (const { revision } of note.changes ?? []) found.set(revision, note)
  return found
}

/**
 * Returns the change that triggered a controller's request: the one it names, else the last one that somebody else made
 * to the object it was triggered for.
 */
function wakingChange(
  store: Store<KubeObject>,
  notes: ReadonlyMap<number, Note>,
  { by }: Note,
  before: number,
): Change<KubeObject> | undefined {
  if (by?.woken !== undefined) {
    for (const table of store.state().tables.keys()) {
      const log = store.log(table)
      const found = log.at(log.positionAfter(by.woken - 1) ?? log.end())
      if (typeof found === 'object' && found.revision === by.woken) return found
    }
    return undefined
  }
  const { key } = by ?? {}
  if (!key) return undefined
  const isKey = (change: Change<KubeObject>) => {
    const { revision } = change
    const { kind, metadata } = changedObject(change)
    if (revision >= before || notes.get(revision)?.by?.controller === by?.controller) return false
    return kind === key.kind && metadata.name === key.name && (metadata.namespace ?? '') === key.namespace
  }
  return [...store.state().tables.keys()]
    .flatMap((table) => changesOf(store, table, isKey))
    .reduce<Change<KubeObject> | undefined>(later, undefined)
}

const later = (a: Change<KubeObject> | undefined, b: Change<KubeObject>) => (a && a.revision > b.revision ? a : b)

function changesOf(
  store: Store<KubeObject>,
  table: string,
  matches: (change: Change<KubeObject>) => boolean,
): readonly Change<KubeObject>[] {
  const log = store.log(table)
  const found: Change<KubeObject>[] = []
  const oldest = log.oldest()
  if (!oldest) return found
  for (
    let position = mustHave(log.positionAfter(log.floor()), 'the position of the oldest change in a log');
    ;
    position++
  ) {
    const change = log.at(position)
    if (typeof change !== 'object') return found
    if (matches(change)) found.push(change)
  }
}

function patchOf({ prev, next }: Change<KubeObject>): readonly JsonPatchOperation[] {
  if (!prev) return [{ op: 'add', path: '', value: next }]
  return next ? createJsonPatch(prev, next) : [{ op: 'remove', path: '' }]
}

/** Formats the history of an object for people, without managed fields and resource versions. */
function formatWhy({ kind, namespace, name, steps, complete }: Omit<Why, 'toString'>): string {
  const head = `${formatObject({ kind, namespace, name })}: ${steps.length === 0 ? 'no change of it is held' : `${steps.length} changes${complete ? '' : ', older ones are no longer held'}`}`
  return [head, ...steps.flatMap((step) => linesOf(step).map((line) => `  ${line}`))].join('\n')
}

function linesOf(step: WhyStep): readonly string[] {
  const { revision, type, request, manager, subresource, patch, because } = step
  const who = request ? formatRequest(request) : `${manager}${subresource ? ` (${subresource})` : ''}`
  return [
    `${revision} ${type} by ${who}`,
    ...(type === 'changed' ? patch.filter(isTelling).map((operation) => `  ${formatOperation(operation)}`) : []),
    ...(request?.hooks ?? []).map(({ phase, site }) => `  hook ${phase} of ${site}`),
    ...(because ? [`  because of ${formatObject(because)}`, ...linesOf(because).map((line) => `    ${line}`)] : []),
  ]
}

const isTelling = ({ path }: JsonPatchOperation) =>
  !path.startsWith('/metadata/managedFields') && path !== '/metadata/resourceVersion'
