import { forCaller } from '../base/errors/call-site.js'

/** A failure, mostly of a start, for a reason that the caller can fix. The message is a sentence for people. */
export class StartError extends Error {
  override readonly name = 'StartError'
  constructor(...given: ConstructorParameters<typeof Error>) {
    super(...given)
    forCaller(this)
  }
}

/** Explains why a server cannot listen. */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const say = (text: string) => new StartError(text, { cause: error })
  switch (error.code) {
    case 'EADDRINUSE':
      return say(
        `Port ${port} of ${host} is taken: stop what listens there, or choose another port (0 picks a free one).`,
      )
    case 'EACCES':
      return say(
        `Port ${port} of ${host} may not be used by this user: choose a port from 1024 up (0 picks a free one).`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say(`The host ${host} is no address of this machine.`)
    default:
      return say(`Cannot listen on ${host} port ${port}: ${error.message}.`)
  }
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EROFS: 'the file system is read-only',
  EEXIST: 'something of that name is there already',
  ELOOP: 'it is a link that leads back to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
  ERR_STRING_TOO_LONG: 'it is too long',
  ERR_FS_FILE_TOO_LARGE: 'it is too long',
  EBUSY: 'it is in use, or a mount of its own: mount its folder instead',
}

/** Explains why a file cannot be read or written; returns an error that is not of the file system unchanged. */
export function fileFailure(error: unknown, verb: 'read' | 'write', path: string): unknown {
  const { code } = error as NodeJS.ErrnoException // other errors have no code
  if (typeof code !== 'string') return error
  return new StartError(`Cannot ${verb} ${path}: ${REASONS[code] ?? code}.`, { cause: error })
}
