import { entryOf } from '../../server/journal/entry.js'
import type { Note } from '../../server/journal/note.js'
import type { JournalReply } from '../../server/journal/types.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { BundleSource } from './source.js'
import { sentBy } from './sent.js'
import { writtenEffect } from './written-hooks.js'
import type { BundleReply, BundleRequest } from './types.js'

/** The requests in the journal, oldest first. */
type Requests = {
  /** Returns the requests after a sequence number. */
  readonly after: (sequence: number) => readonly Note[]
  /** Converts a request to its form in a Bundle. */
  readonly told: (note: Note) => BundleRequest
  /** Returns how many requests are no longer in the journal. */
  readonly dropped: () => number
}

/** Creates the source of a cluster's requests. */
export function createRequests({ recorder, store, begun, isOwn }: BundleSource): Requests {
  const isStored = storedTest(store)
  const noted = () => recorder.notes().filter((note) => note.sequence > begun.request)
  return {
    dropped: () => recorder.count() - begun.request - noted().length,
    after: (sequence) => noted().filter((note) => note.sequence > sequence),
    told(note) {
      const { changes: _, reply, ...all } = entryOf(note)
      // Bodies of built-in controllers are left out: they are large, and the changes show what was written.
      const entry = note.by && !isOwn(note.by.controller) ? { ...all, body: undefined } : all
      return {
        ...known(entry),
        ...(reply ? { reply: toldReply(reply, isStored) } : {}),
        ...(note.kept?.type === 'watch' ? { watch: note.kept.id } : {}),
        sent: sentBy(note),
        ...(note.broken ? { broken: note.broken } : {}),
        ...(note.effects ? { effects: note.effects.map((effect) => writtenEffect(effect, note.time)) } : {}),
      }
    },
  }
}

type Entry = Omit<ReturnType<typeof entryOf>, 'changes' | 'reply'>

/** Removes undefined fields from an entry. */
function known(entry: Entry): Omit<BundleRequest, 'reply' | 'sent' | 'effects'> {
  const members = Object.entries(entry).filter(([, value]) => value !== undefined)
  // Only optional fields can be undefined.
  return Object.fromEntries(members) as Omit<BundleRequest, 'reply' | 'sent'>
}

/** Returns a function that tells whether an object is one that the store held at the object's resourceVersion. */
function storedTest(store: BundleSource['store']): (object: KubeObject) => boolean {
  const stored = new WeakSet<object>()
  const look = () => {
    for (const table of store.state().tables.keys()) {
      const log = store.log(table)
      for (let at = log.positionAfter(log.floor()) ?? log.end(); at < log.end(); at++) {
        const change = log.at(at)
        if (typeof change !== 'object') continue
        if (change.next) stored.add(change.next)
      }
    }
  }
  let isLooked = false
  return (object) => {
    if (!isLooked) look()
    isLooked = true
    return stored.has(object)
  }
}

function toldReply(reply: JournalReply, isStored: (object: KubeObject) => boolean): BundleReply {
  if (reply.type !== 'object') return reply
  const { object } = reply
  return isStored(object)
    ? { type: 'object', revision: Number(object.metadata.resourceVersion), ...identityOf(object) }
    : reply
}
