import type { IncomingMessage } from 'node:http'
import { atBegin } from './turn.js'

/**
 * Reads a request's body to its end: the bytes as they came, where a Request's own reader copies them. One whose length
 * is known has ended with its last byte, some turns before Node says so. Rejects when the client goes away before.
 */
export const readBody = (incoming: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let missing = Number(incoming.headers['content-length'])
    const finish = () => {
      const [first, second] = pieces
      const bytes = first && !second ? first : Buffer.concat(pieces)
      atBegin(() => resolve(bytes))
    }
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece)
      missing -= piece.length
      if (missing === 0) finish()
    })
    if (!(missing > 0)) incoming.on('end', finish)
    incoming.on('error', reject)
  })
