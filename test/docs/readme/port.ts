import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that is free: the one wanted, or another where that is taken. */
export async function choosePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // it listens on a port, not on a pipe
  } catch (error) {
    if (wanted === 0) throw error
    return await choosePort(0)
  } finally {
    server.close()
  }
}
