import type { IncomingMessage } from 'node:http'
import { gatherBytes } from '../../base/bytes/gathered-bytes.js'
import { tooManyRequests } from '../../base/errors/status.js'
import { atBegin } from './turn.js'

/** The most bytes of all bodies that have not arrived completely: as many as 42 of the largest. */
const MOST_UNFINISHED = 128 * 1024 * 1024
let unfinished = 0

/**
 * Reads the whole body of a request, without the copies that a Request makes. A body with a Content-Length is complete
 * at its last byte, some turns of the event loop before the `end` event. Rejects if the client goes away, and with what
 * `tooLarge` returns if there are more than `most` bytes, or with 429 if the unfinished bodies of all clients take too
 * much memory; the rest is then discarded, so that the client gets a reply.
 */
export const readBody = (incoming: IncomingMessage, most: number, tooLarge: () => Error): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const gathered = gatherBytes()
    let missing = Number(incoming.headers['content-length'])
    let isRefused = false
    let counted = 0
    const release = () => {
      unfinished -= counted
      counted = 0
    }
    const refuse = (error: Error) => {
      isRefused = true
      release()
      reject(error)
    }
    const finish = () => {
      if (isRefused) return
      atBegin(() => {
        release()
        resolve(gathered.all())
      })
    }
    incoming.on('data', (piece: Buffer<ArrayBuffer>) => {
      if (isRefused) return
      missing -= piece.length
      if (gathered.length() + piece.length > most) return refuse(tooLarge())
      if (unfinished + piece.length > MOST_UNFINISHED) return refuse(tooManyRequests())
      gathered.add(piece)
      counted += piece.length
      unfinished += piece.length
      if (missing === 0) finish()
    })
    if (!(missing > 0)) incoming.on('end', finish)
    incoming.on('error', (error) => {
      release()
      reject(error)
    })
  })
