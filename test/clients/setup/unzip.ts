import { crc32, inflateRawSync } from 'node:zlib'

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

/** Extracts one file from a ZIP archive. */
export function unzip(archive: Buffer, path: string): Buffer {
  const end = archive.lastIndexOf(signature(DIRECTORY_END))
  if (end < 0) throw new Error('not a ZIP archive')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('broken ZIP archive')
    const [nameLength, extraLength, commentLength] = [
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ]
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === path) return extract(archive, at, path)
    at += 46 + nameLength + extraLength + commentLength
  }
  throw new Error(`no ${path} in the ZIP archive`)
}

function extract(archive: Buffer, entry: number, path: string): Buffer {
  const method = archive.readUInt16LE(entry + 10)
  const header = archive.readUInt32LE(entry + 42)
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
  if (method !== STORED && method !== DEFLATED) throw new Error(`${path} is packed by method ${method}`)
  const file = method === STORED ? packed : inflateRawSync(packed)
  if (crc32(file) !== archive.readUInt32LE(entry + 16)) throw new Error(`${path} is damaged`)
  return file
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
