import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { pump, sharedByWatches } from '../../../src/node/server/pump.js'

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const bytesOf = sharedByWatches((frame) => (typeof frame === 'string' ? Buffer.from(frame) : frame))

/** Watches that report the given frame each time `tell` is called, and what was sent to each, corked or not. */
function openWatches(count: number, frame: string) {
  const ready: ((frames: number) => void)[] = []
  const sent: Uint8Array[] = []
  const corked: boolean[] = []
  for (let i = 0; i < count; i++) {
    let due = 0
    const target = new PassThrough()
    pump(
      {
        target,
        full: () => undefined,
        send(each) {
          sent.push(bytesOf(each))
          corked.push(target.writableCorked > 0)
        },
        tear: () => undefined,
        end: () => undefined,
      },
      {
        type: 'watch',
        format: undefined as never,
        encode: () => frame,
        stream: {
          id: `${i}`,
          def: undefined as never,
          // The sink does not look at the event.
          next: () => (due > 0 && due-- ? ({ type: 'ADDED', object: {} } as never) : undefined),
          onReady: (listener) =>
            void ready.push((frames) => {
              due += frames
              listener()
            }),
          isBehind: () => due > 0,
          end: () => undefined,
          close: () => undefined,
        },
      },
      (error) => {
        throw error
      },
    )
  }
  return { sent, corked, tell: (frames = 1) => ready.forEach((each) => each(frames)) }
}

test('a turn of the event loop sends 1000 frames, the following turns the rest', async () => {
  await turn()
  const { sent, tell } = openWatches(2200, 'a change\n')
  tell()
  expect(sent).toHaveLength(1000)
  await turn()
  expect(sent).toHaveLength(2000)
  await turn()
  expect(sent).toHaveLength(2200)
  tell()
  for (let i = 0; i < 4; i++) await turn()
  expect(sent).toHaveLength(4400)
})

test('a turn sends 8 MiB, and the watches share the bytes of a frame', async () => {
  await turn()
  const { sent, tell } = openWatches(20, 'é'.repeat(1024 * 1024))
  tell()
  expect(sent).toHaveLength(8)
  expect(new Set(sent)).toEqual(new Set([sent[0]]))
  expect(sent[0]).toBeInstanceOf(Uint8Array)
  expect(sent[0]).toHaveLength(2 * 1024 * 1024)
  await turn()
  await turn()
  expect(sent).toHaveLength(20)
})

test('frames after the first of a turn are written together', async () => {
  await turn()
  const { corked, tell } = openWatches(1, 'a change\n')
  tell(3)
  expect(corked).toEqual([false, true, true])
  tell()
  expect(corked).toEqual([false, true, true, false])
})
