import { createGlobTest } from '../../base/text/glob.js'
import type { ContainerPlay, HttpReply } from './types.js'

/** Returns the scripted HTTP reply of a container; undefined if it does not listen. */
export async function answerHttp({ http }: ContainerPlay, request: Request): Promise<Response | undefined> {
  if (http === undefined) return undefined
  if (typeof http === 'function') return http(request)
  const { pathname } = new URL(request.url)
  const words = [`${request.method} ${pathname}`, pathname]
  const routes = Object.keys(http)
  const found =
    words.find((word) => Object.hasOwn(http, word)) ??
    routes.find((route) => words.some((word) => createGlobTest(route)(word)))
  const reply = found === undefined ? undefined : http[found]
  if (reply === undefined) return new Response('404 page not found\n', { status: 404 })
  const { status = 200, headers = {}, body = '' }: HttpReply = typeof reply === 'string' ? { body: reply } : reply
  return new Response(status === 204 || status === 304 ? null : body, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
