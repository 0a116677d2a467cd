import type { IncomingMessage } from 'node:http'
import { gatherBytes } from '../base/gathered-bytes.js'
import { atBegin } from './turn.js'

/**
 * Reads the whole body of a request, without the copies that a Request makes. A body with a Content-Length is complete
 * at its last byte, some turns of the event loop before the `end` event. Rejects if the client goes away, and with what
 * `tooLarge` returns if there are more than `most` bytes; the rest is then discarded, so that the client gets a reply.
 */
export const readBody = (incoming: IncomingMessage, most: number, tooLarge: () => Error): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const gathered = gatherBytes()
    let missing = Number(incoming.headers['content-length'])
    let isRefused = false
    const finish = () => {
      if (!isRefused) atBegin(() => resolve(gathered.all()))
    }
    incoming.on('data', (piece: Buffer<ArrayBuffer>) => {
      if (isRefused) return
      missing -= piece.length
      if (gathered.length() + piece.length > most) {
        isRefused = true
        reject(tooLarge())
        return
      }
      gathered.add(piece)
      if (missing === 0) finish()
    })
    if (!(missing > 0)) incoming.on('end', finish)
    incoming.on('error', reject)
  })
