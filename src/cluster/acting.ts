import { publicAsync, publicFunction } from '../base/errors/call-site.js'
import { checkArguments } from '../base/check/arguments.js'
import { OWN_AGENT } from '../model/call/cause.js'
import type { User } from '../model/call/call.js'
import { done } from '../model/call/outcome.js'
import { storedForm } from '../rest/stored-form.js'
import { userOf, whomShape } from '../server/accounts/whom.js'
import { type Calls, createCalls } from '../server/client/calls.js'
import type { Client } from '../server/client/types.js'
import type { Works } from './internals.js'
import type { Parts } from './parts-from-options.js'
import type { Cluster } from './types.js'

/** Creates the methods that act as other users; `clientOf` makes a client of calls. */
export function createActing(
  works: () => Works,
  { options: { users }, identities, env }: Parts,
  clientOf: (calls: () => Calls) => Client,
): Pick<Cluster, 'as' | 'tokenFor' | 'certificateFor'> {
  return {
    as: publicFunction((whom) => {
      checkArguments('as', parameters, [whom])
      return clientOf(() => callsAs(works(), userOf(whom, users)))
    }),
    tokenFor: publicAsync(async (whom) => {
      checkArguments('tokenFor', parameters, [whom])
      return typeof whom === 'object' && 'serviceAccount' in whom
        ? accountToken(works(), whom.serviceAccount)
        : identities.tokenOf(userOf(whom, users))
    }),
    certificateFor: publicAsync(async (whom) => {
      checkArguments('certificateFor', parameters, [whom])
      const { makeClientCertificate } = await import('../controllers/certificates/client-certificate.js')
      const made = await makeClientCertificate(userOf(whom, users), env)
      identities.certify(made.certificate)
      return made
    }),
  }
}

const parameters = { whom: whomShape }

const callsAs = ({ server: { context } }: Works, user: User): Calls =>
  createCalls({
    ...{ registry: context.registry, user, manager: OWN_AGENT, client: 'test' },
    stored: (target) => storedForm(context.store, target),
  })

/** Asks for a token of a service account, as the administrator; it is good for longer than any test. */
async function accountToken({ server, calls }: Works, account: string): Promise<string> {
  await server.opening()
  const [namespace = '', name = ''] = account.split('/')
  const body = { value: { spec: { expirationSeconds: YEARS } }, duplicates: [] }
  const call = calls.of('create', calls.kind('ServiceAccount'), { namespace, name }, {}, body, 'token')
  const made = done(await server.pipeline.perform(call))
  // The reply to such a request.
  const { status } = (made as unknown as { readonly object: { readonly status: { readonly token: string } } }).object
  return status.token
}

/** Ten years, in seconds. */
const YEARS = 315_360_000
