import { type Sha512, createSha512 } from '../../base/bytes/sha-512.js'

/** The hash of a document that arrives in pieces: in its ETag, and in the URL of an OpenAPI document. */
type DocumentHash = { readonly add: (piece: string) => DocumentHash; readonly digest: () => string }

/** What is used of Node.js, which reads a document in a fiftieth of the time that our own code takes. */
type NodeProcess = {
  readonly getBuiltinModule?: (name: 'node:crypto') => { readonly createHash: (name: 'sha512') => Sha512 }
}

const utf8 = new TextEncoder()

/** Starts the hash of an empty document. */
export function createDocumentHash(): DocumentHash {
  const { process } = globalThis as { readonly process?: NodeProcess } // exists in Node.js
  const sha512 = process?.getBuiltinModule?.('node:crypto').createHash('sha512') ?? createSha512()
  const hash: DocumentHash = {
    add(piece) {
      sha512.update(utf8.encode(piece))
      return hash
    },
    digest: () => [...sha512.digest()].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(''),
  }
  return hash
}

/** Returns the hash of a document. */
export const documentHash = (text: string): string => createDocumentHash().add(text).digest()
