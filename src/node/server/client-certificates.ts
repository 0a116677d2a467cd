import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { ROOT_CERTIFICATE } from '../../kinds/bootstrap/root-certificate.js'
import { subjectElement } from '../../kinds/certificates/certificate.js'
import { readSubject } from '../../kinds/certificates/subject.js'
import { authenticated } from '../../server/accounts/identities.js'
import type { ClientCertificate } from '../../server/accounts/client-certificate.js'
import { StartError } from '../failure.js'
import { readText } from '../files/read.js'

/** The authorities of client certificates: in PEM, for the handshake, and as they are compared. */
type Authorities = { readonly pem: readonly string[]; readonly trusted: readonly X509Certificate[] }

/**
 * Reads the authorities of client certificates. That of the cluster is among those that clients are asked for; it is
 * not trusted by its signature, since its key is public, but by what the cluster has issued.
 *
 * @throws StartError for a file that cannot be read, or holds no certificates
 */
export async function readAuthorities(file: string | undefined): Promise<Authorities> {
  if (file === undefined) return { pem: [ROOT_CERTIFICATE], trusted: [] }
  const text = await readText(file)
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new StartError(`${file} holds no certificates in PEM.`)
  try {
    return { pem: [text, ROOT_CERTIFICATE], trusted: blocks.map((block) => new X509Certificate(block)) }
  } catch (error) {
    throw new StartError(`${file} holds a certificate that cannot be read.`, { cause: error })
  }
}

const known = new WeakMap<TLSSocket, ClientCertificate>()

/** Returns the certificate that the client of a connection has shown; undefined if it has none. */
export function clientCertificateOf(
  socket: TLSSocket,
  { trusted }: Pick<Authorities, 'trusted'>,
): ClientCertificate | undefined {
  const found = known.get(socket)
  if (found) return found
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return undefined
  const read = readCertificate(certificate, trusted)
  known.set(socket, read)
  return read
}

function readCertificate(certificate: X509Certificate, trusted: readonly X509Certificate[]): ClientCertificate {
  const { commonName, organizations, uids } = readSubject(subjectElement(certificate.raw))
  const [uid] = uids
  const id = `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`
  return {
    body: certificate.raw.toString('base64'),
    user:
      commonName === ''
        ? undefined
        : authenticated({
            name: commonName,
            groups: organizations,
            ...(uid === undefined ? {} : { uid }),
            extra: { [CREDENTIAL_ID]: [id] },
          }),
    isFaulty: uids.length > 1 || uid === '',
    isForClients: isForClients(certificate),
    isTrusted: isIssued(certificate, trusted),
    from: Date.parse(certificate.validFrom),
    to: Date.parse(certificate.validTo),
  }
}

const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const ANY_USAGE = '2.5.29.37.0'

/** Tells whether a certificate is meant for clients; one without extended key usages is for everything. */
function isForClients({ keyUsage }: X509Certificate): boolean {
  // The declared type does not tell that it is undefined without the extension.
  const usages = keyUsage as readonly string[] | undefined
  return usages === undefined || usages.includes(CLIENT_AUTH) || usages.includes(ANY_USAGE)
}

/** A chain of more certificates than this is not followed. */
const LONGEST = 10

/** Tells whether one of the authorities issued a certificate, by itself or through those that the client sent along. */
function isIssued(certificate: X509Certificate, trusted: readonly X509Certificate[], length = 1): boolean {
  if (!isCurrent(certificate) || length > LONGEST) return false
  if (trusted.some(({ raw }) => raw.equals(certificate.raw))) return true
  if (trusted.some((authority) => isCurrent(authority) && isIssuedBy(certificate, authority))) return true
  const { issuerCertificate: next } = certificate
  return (
    next !== undefined &&
    !next.raw.equals(certificate.raw) &&
    next.ca &&
    isForClients(next) &&
    isIssuedBy(certificate, next) &&
    isIssued(next, trusted, length + 1)
  )
}

const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  certificate.checkIssued(authority) && certificate.verify(authority.publicKey)

function isCurrent({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}
