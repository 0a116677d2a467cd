import { Agent, request } from 'node:http'

// Sends small requests to a server (its argument) in sequence, and tells its parent the longest wait since it was asked
// last. It is a process of its own, as creating a body of 200 MB blocks the process of the attacker.
const [url = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
let longest = 0
let begun = performance.now()

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const asked = request(`${url}/api/v1/namespaces/default`, { agent }, (reply) => {
      reply.resume()
      reply.on('close', resolve)
    })
    asked.on('error', () => resolve())
    asked.end()
  })

process.on('message', () => {
  process.send?.({ longest: Math.max(longest, performance.now() - begun) })
  longest = 0
})
for (;;) {
  begun = performance.now()
  await ask()
  longest = Math.max(longest, performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, 1))
  begun = performance.now()
}
