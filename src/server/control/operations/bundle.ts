import { flag, map, text, whole } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { inQuery } from '../field.js'
import { type Operation, operation } from '../operation.js'

/** Operations that return what happened. */
export const bundleOperations: readonly Operation[] = [
  operation({
    command: 'bundle',
    method: 'GET',
    path: '/bundle',
    file: { about: 'the page to write it to, which any browser shows without a network' },
    about:
      'What happened: the objects there were at the beginning, each change since, the requests, hooks and watches.',
    fields: {
      since: inQuery(whole(0), 'only changes after this revision; all of it where that is no longer held'),
      requests: inQuery(whole(0), 'only requests after the one with this sequence number'),
      told: inQuery(whole(0), 'only what watches were told after the one with this number'),
      secrets: inQuery(flag, 'whether the values of Secrets and tokens are told (default false)'),
    },
    reply: {
      type: 'json',
      compact: true,
      shape: {
        check: map.check,
        schema: {
          type: 'object',
          description: 'a Bundle, whose members are those of the type of that name',
          required: ['format', 'from', 'to', 'start', 'changes', 'requests'],
          properties: {
            format: { const: 1 },
            from: { type: 'integer' },
            to: { type: 'integer' },
            start: { type: 'array', items: { type: 'object' } },
            changes: { type: 'array', items: { type: 'object' } },
            requests: { type: 'array', items: { type: 'object' } },
          },
        },
      },
      columns: ['from', 'to'],
    },
    run: ({ cluster }, options) => cluster.bundle(options),
  }),
  operation({
    command: 'parts',
    method: 'GET',
    path: '/bundle/parts',
    about: 'What happened, in lines of JSON that come as they are written; the first is what the inspector shows first',
    fields: {
      look: inQuery(
        listOf(text),
        'kinds such as v1/Pod, separated by commas; objects of the first there are any of are in the first line',
      ),
      secrets: inQuery(flag, 'whether the values of Secrets and tokens are told (default false)'),
    },
    reply: { type: 'text', media: 'application/jsonl' },
    run: async ({ parts }, options) => streamOf(await parts(options)),
  }),
]

/** Converts texts to a stream of bytes, each when the consumer asks for it. */
function streamOf(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const left = texts[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = left.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
    },
    { highWaterMark: 0 },
  )
}
