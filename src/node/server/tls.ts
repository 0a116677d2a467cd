import { X509Certificate, createPrivateKey } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Keyring } from '../../server/accounts/credentials.js'
import { StartError, fileFailure } from '../failure.js'
import { readText } from '../files/read.js'
import { writeOver } from '../files/write.js'

/**
 * A key and a certificate, in PEM, or the files of both. Clients trust the server by trusting the certificate, or who
 * issued it.
 */
type Certificate = { readonly key: string; readonly cert: string }

/**
 * Returns the certificate for localhost and other names that a keyring holds, or one that is made, which it holds from
 * then on: if there is none, or one for other names, or that ends within a month.
 *
 * @throws StartError if the package `selfsigned` is not installed
 */
export async function certificateFor(hosts: readonly string[], keyring: Keyring | undefined): Promise<Certificate> {
  const held = keyring?.current().serving
  if (held && hosts.every((host) => held.hosts.includes(host)) && lasts(held.cert)) return held
  const made = await createCertificate(hosts)
  keyring?.add({ serving: { hosts, ...made } })
  return made
}

const MONTH = 30 * 24 * 3600 * 1000

const lasts = (cert: string): boolean => Date.parse(new X509Certificate(cert).validTo) > Date.now() + MONTH

/**
 * Creates a certificate for localhost and other names.
 *
 * @throws StartError if the package `selfsigned` is not installed
 */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { default: selfsigned } = await import('selfsigned').catch((error: unknown) => {
    throw new StartError('TLS needs the package selfsigned: run npm install selfsigned.', { cause: error })
  })
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])].filter(
    (name) => name !== '0.0.0.0' && name !== '::',
  )
  // A single self-signed certificate rather than a CA and a certificate signed by it: strict clients (OpenSSL's
  // X509_STRICT, the default in Python 3.13) refuse a chain without key identifiers, which selfsigned does not write.
  // It is not a CA, because rustls refuses CA certificates for servers.
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'fakecluster' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Allows for clocks that differ a little.
    notBeforeDate: new Date(Date.now() - 24 * 3600 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  })
  return { key, cert }
}

/**
 * Writes a certificate and its key to files in a folder, which is made.
 *
 * @throws StartError for a file or a folder that cannot be written
 */
export async function writeCertificate(files: Certificate, { cert, key }: Certificate): Promise<void> {
  for (const file of [files.key, files.cert])
    await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
      throw fileFailure(error, 'write', dirname(file))
    })
  writeOver(files.key, key, { isSecret: true })
  writeOver(files.cert, cert, { isSecret: false })
}

/**
 * Reads a certificate and its key.
 *
 * @throws StartError for a file that cannot be read, or holds something else, and for the key of another certificate
 */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readText(certFile), readText(keyFile)])
  const certificate = parsed(certFile, 'certificate', () => new X509Certificate(cert))
  const secret = parsed(keyFile, 'private key', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret)) throw new StartError(`${keyFile} is not the key of ${certFile}.`)
  return { key, cert }
}

function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new StartError(`${file} holds no ${what} in PEM.`, { cause: error })
  }
}
