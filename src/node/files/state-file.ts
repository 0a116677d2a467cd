import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { encodeUnescapedJson } from '../../base/json/json.js'
import { readJson } from '../../base/json/json-text.js'
import { append } from '../../base/lists/lists.js'
import { plainError } from '../../base/errors/status.js'
import { STATE_FORMAT, type StateEntry } from '../../cluster/durable/entries.js'
import type { StateLog } from '../../cluster/durable/recording.js'
import { StartError, fileFailure } from '../failure.js'
import { plainPlace } from './write.js'

/** When what is appended to a file counts as kept: once the system has it, or once the disk has. */
export type StateSync = 'always' | 'fsync'

/** A file of entries, which one process has at a time. */
type StateFile = StateLog & {
  /** Reads what it holds: nothing if it is new. */
  readonly read: () => readonly StateEntry[]
  readonly close: () => void
}

/** A checkpoint is due once this much was appended, and twice as much as the last checkpoint took. */
const LONG = 16 * 1024 ** 2

/**
 * Opens a file of entries: lines of a checksum and JSON, each with those that are kept together. A last line that is
 * cut off is left out, and `print` is told.
 *
 * @throws StartError for a file that cannot be written, or that another process has; `read` for one that cannot be
 * read, is damaged, or is something else
 */
export function openStateFile(path: string, sync: StateSync, print: (line: string) => void): StateFile {
  const place = reachable(path)
  const unlock = lock(place)
  const { close, ...log } = createLog({ path, place, sync, print })
  return {
    ...log,
    read() {
      try {
        return existsSync(place) ? entriesOf(path, readFileSync(place), print) : []
      } catch (error) {
        throw fileFailure(error, 'read', path)
      }
    },
    close() {
      close()
      unlock()
    },
  }
}

function reachable(path: string): string {
  try {
    return plainPlace(path)
  } catch (error) {
    throw fileFailure(error, 'write', path)
  }
}

type Target = {
  /** As it is named to people. */
  readonly path: string
  readonly place: string
  readonly sync: StateSync
  readonly print: (line: string) => void
}

/** Creates the log that writes to a file. */
function createLog({ path, place, sync, print }: Target): StateLog & { readonly close: () => void } {
  let file: number | undefined
  /** Where whole lines end. */
  let size = 0
  let sizeAtFirst = 0
  /** Lines that could not be written yet. */
  let owed = ''
  let isBegun = false
  const flush = () => {
    if (file === undefined || owed === '') return
    try {
      const bytes = Buffer.from(owed)
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, size + at)
      if (sync === 'fsync') fdatasyncSync(file)
      size += bytes.length
      owed = ''
    } catch (error) {
      throw refused(error)
    }
  }
  // Who starts a cluster is told the reason; later a client is told that a write failed, and the operator why.
  const refused = (error: unknown) => {
    const failure = fileFailure(error, 'write', path)
    if (!isBegun || !(failure instanceof StartError)) return failure
    print(failure.message)
    return plainError(`etcdserver: the state cannot be written to ${path}`)
  }
  return {
    isLong: () => size - sizeAtFirst > Math.max(LONG, 2 * sizeAtFirst),
    append(entries) {
      owed += lineOf(entries)
      flush()
    },
    replace(entries) {
      try {
        const beside = `${place}.new`
        size = sizeAtFirst = writeLines(beside, entries, sync)
        if (file !== undefined) closeSync(file)
        file = undefined
        renameSync(beside, place)
        if (sync === 'fsync') syncFolder(dirname(place))
        owed = ''
        file = openSync(place, 'r+')
        isBegun = true
      } catch (error) {
        throw refused(error)
      }
    },
    close() {
      try {
        flush()
      } finally {
        if (file !== undefined) closeSync(file)
        file = undefined
      }
    },
  }
}

/** Writes a new file of entries, which only its owner may read, and returns its size. */
function writeLines(path: string, entries: Iterable<StateEntry>, sync: StateSync): number {
  const file = openSync(path, 'w', 0o600)
  try {
    let size = 0
    for (const entry of entries) size += writeSync(file, lineOf([entry]))
    if (sync === 'fsync') fsyncSync(file)
    return size
  } finally {
    closeSync(file)
  }
}

/** Has the disk know of a file's new name. Windows does so by itself, and opens no folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

const checksum = (bytes: string | Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0')

function lineOf(entries: readonly StateEntry[]): string {
  const json = encodeUnescapedJson(entries)
  return `${checksum(json)} ${json}\n`
}

const NEWLINE = 0x0a
/** The length of a checksum, and of the space after it. */
const PREFIX = 9

/** Reads the lines of a file. */
function entriesOf(path: string, bytes: Buffer, print: (line: string) => void): readonly StateEntry[] {
  const entries: StateEntry[] = []
  for (let at = 0, line = 1; at < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, at)
    const end = newline < 0 ? bytes.length : newline
    const found = newline < 0 ? undefined : entriesIn(bytes.subarray(at, end))
    const isLast = end + 1 >= bytes.length
    if (line === 1) checkFirst(path, found?.[0])
    if (found) append(entries, found)
    else if (isLast && isComplete(entries))
      print(`${path}: the last line, ${line}, was cut off when fakecluster ended; it goes on from the one before.`)
    else throw damaged(path, line, isComplete(entries))
    at = end + 1
  }
  if (entries.length > 0 && !isComplete(entries)) throw damaged(path, entries.length + 1, false)
  return entries
}

const isComplete = (entries: readonly StateEntry[]): boolean => entries.some(({ type }) => type === 'rest')

function entriesIn(line: Buffer): readonly StateEntry[] | undefined {
  const json = line.subarray(PREFIX)
  if (line.toString('latin1', 0, PREFIX) !== `${checksum(json)} `) return undefined
  return readJson(json.toString('utf8')) as readonly StateEntry[] // as it was written, by the checksum
}

function checkFirst(path: string, first: StateEntry | undefined): void {
  if (first?.type !== 'head')
    throw new StartError(
      `${path} is no state that fakecluster keeps, so it is left alone: choose another file, or remove it.`,
    )
  if (first.format === STATE_FORMAT) return
  throw new StartError(
    `${path} has the format ${String(first.format)}, which fakecluster ${first.versions.fakecluster} wrote; this one reads format ${STATE_FORMAT}. Start that release, or choose another file.`,
  )
}

const damaged = (path: string, line: number, canBeCut: boolean) =>
  new StartError(
    `${path}:${line}: this line is damaged. Put a copy of the file in its place, ${canBeCut ? `go on from the line before, without what came later (head -n ${line - 1} ${path} > whole, then use that), ` : ''}or remove it to begin anew.`,
  )

/**
 * Keeps other processes from a file by another beside it, which names this one.
 *
 * @throws StartError if another has it
 */
function lock(place: string): () => void {
  const path = `${place}.lock`
  const own = `${process.pid} ${startOf(process.pid)}\n`
  const take = () => writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
  try {
    take()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw fileFailure(error, 'write', path)
    const holder = readFileSync(path, 'utf8')
    const [pid = '', start = ''] = holder.trim().split(' ')
    // After a crash in a container, what begins there has the number of what ended.
    const isTaken = Number(pid) === process.pid ? held.has(path) : isAlive(Number(pid), start)
    if (isTaken)
      throw new StartError(
        `${place} is in use by the process ${pid}: end that, or choose another file. If it is another program by now, remove ${path}.`,
      )
    rmSync(path, { force: true })
    take()
  }
  held.add(path)
  return () => {
    held.delete(path)
    rmSync(path, { force: true })
  }
}

/** What this process has locked. */
const held = new Set<string>()

/** Tells whether a process runs that was started then, where that can be told. */
function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return startOf(pid) === start
}

/** Returns when a process was started, in ticks since the machine was, as Linux tells it; elsewhere nothing. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
