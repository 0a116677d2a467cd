import type { IncomingMessage } from 'node:http'
import { atBegin } from './turn.js'

/**
 * Reads the whole body of a request, without the copies that a Request makes. A body with a Content-Length is complete
 * at its last byte, some turns of the event loop before the `end` event. Rejects if the client goes away.
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
