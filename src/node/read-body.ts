import type { IncomingMessage } from 'node:http'
import { atBegin } from './turn.js'

/**
 * Reads a request's body to its end: the bytes as they came, where a Request's own reader copies them.
 * Rejects when the client goes away before.
 */
export const readBody = (incoming: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => void pieces.push(piece))
    incoming.on('end', () => {
      const [first, second] = pieces
      const bytes = first && !second ? first : Buffer.concat(pieces)
      atBegin(() => resolve(bytes))
    })
    incoming.on('error', reject)
  })
