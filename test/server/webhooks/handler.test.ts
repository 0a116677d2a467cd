import { describe, expect, test } from 'vitest'
import { askHandler } from '../../../src/server/webhooks/handler.js'

const URL_OF_HOOK = 'https://hooks.shop.svc:443/validate'
const REVIEW = '{"kind":"AdmissionReview","text":"\\ud83d é"}'

const given = { method: 'POST', headers: { 'content-type': 'application/json' }, body: REVIEW } as const

/** Returns what a handler does with the request it is sent. */
async function seen<T>(use: (request: Request) => Promise<T>): Promise<T | undefined> {
  let found: T | undefined
  await askHandler(
    async (request) => {
      found = await use(request)
      return new Response('done')
    },
    URL_OF_HOOK,
    given,
  )
  return found
}

const isRefused = (reading: Promise<unknown>): Promise<boolean> =>
  reading.then(
    () => false,
    (error: unknown) => error instanceof TypeError,
  )

describe('the request that a handler in code is sent', () => {
  test.each<readonly [string, (request: Request) => Promise<unknown>, unknown]>([
    ['json', (request) => request.json(), JSON.parse(REVIEW)],
    ['text', (request) => request.text(), REVIEW],
    ['arrayBuffer', async (request) => new TextDecoder().decode(await request.arrayBuffer()), REVIEW],
    ['blob', async (request) => (await request.blob()).text(), REVIEW],
    ['body', (request) => new Response(request.body).text(), REVIEW],
    ['clone', (request) => request.clone().text(), REVIEW],
    ['clone, then itself', async (request) => [await request.clone().text(), await request.text()], [REVIEW, REVIEW]],
    ['itself, then clone', (request) => readBoth(request.clone(), request), [REVIEW, REVIEW]],
    ['another made of it', (request) => new Request('http://elsewhere.test/', request).text(), REVIEW],
    ['the method of the class', (request) => Request.prototype.text.call(request), REVIEW],
  ])('is read by %s', async (_, read, wanted) => {
    expect(await seen(read)).toEqual(wanted)
  })

  test('is a Request, with its URL, method, headers and signal', async () => {
    const found = await seen(async (request) => [
      request instanceof Request && Object.getPrototypeOf(request) === Request.prototype,
      ...[request.url, request.method, request.headers.get('content-type'), request.signal.aborted, request.bodyUsed],
    ])
    expect(found).toEqual([true, 'https://hooks.shop.svc/validate', 'POST', 'application/json', false, false])
  })

  test.each<readonly [string, (request: Request) => Promise<unknown>]>([
    ['json', (request) => request.json()],
    ['text', (request) => request.text()],
  ])('is read once: %s', async (_, read) => {
    const found = await seen(async (request) => {
      await read(request)
      return [
        request.bodyUsed,
        await isRefused(request.json()),
        await isRefused(request.text()),
        await isRefused(request.arrayBuffer()),
        await isRefused(Promise.resolve().then(() => request.clone().text())),
        await isRefused(Promise.resolve().then(() => new Request(request).text())),
      ]
    })
    expect(found).toEqual([true, true, true, true, true, true])
  })

  test('is not read while somebody else reads its stream', async () => {
    const found = await seen(async (request) => {
      request.body?.getReader()
      return [await isRefused(request.json()), await isRefused(request.text())]
    })
    expect(found).toEqual([true, true])
  })

  test('has no body after a redirect', async () => {
    const reply = await askHandler(
      async (request) => new Response(`${request.method} ${await request.text()}`),
      'https://a.test/',
      {
        ...given,
        method: 'GET',
        body: undefined,
      },
    )
    expect(new TextDecoder().decode(reply.body)).toBe('GET ')
  })
})

const readBoth = async (first: Request, second: Request) => {
  const text = await second.text()
  return [text, await first.text()]
}

describe('the reply of a handler in code', () => {
  const pieces = (...given: readonly unknown[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of given) controller.enqueue(piece)
          controller.close()
        },
      }),
    )
  const bytes = (text: string) => new TextEncoder().encode(text)

  test.each<readonly [string, () => Response, string]>([
    ['a text', () => new Response('done'), 'done'],
    ['pieces', () => pieces(bytes('do'), bytes('ne')), 'done'],
    ['nothing', () => new Response(null), ''],
    ['an empty text', () => new Response(''), ''],
    ['bytes that are no text', () => new Response(Uint8Array.of(0x61, 0xff)), 'a\ufffd'],
    // Of another realm, say.
    [
      'what has its bytes only',
      () => ({ status: 200, arrayBuffer: async () => bytes('done').buffer }) as Response,
      'done',
    ],
  ])('may be %s', async (_, make, wanted) => {
    const reply = await askHandler(make, URL_OF_HOOK, given)
    expect([reply.status, new TextDecoder().decode(reply.body)]).toEqual([200, wanted])
  })

  test.each<readonly [string, () => Response | Promise<Response>]>([
    ['is no bytes', () => pieces('done')],
    [
      'was read',
      async () => {
        const read = new Response('done')
        await read.text()
        return read
      },
    ],
  ])('fails if it %s', async (_, make) => {
    const message = expect.stringContaining('unexpected error when reading response body') as string
    await expect(askHandler(make, URL_OF_HOOK, given)).rejects.toMatchObject({ name: 'WebhookUnreached', message })
  })
})
