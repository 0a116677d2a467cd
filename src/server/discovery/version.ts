import type { Profile } from '../../model/registry/profile.js'
import { compilerOf, releaseName } from '../../model/registry/releases.js'

/** Returns `GET /version`: the version of the imitated server. */
export function versionDocument(profile: Pick<Profile, 'version' | 'patch'>) {
  const [major = '', minor = ''] = profile.version.split('.')
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: releaseName(profile),
    gitCommit: '0000000000000000000000000000000000000000',
    gitTreeState: 'clean',
    buildDate: '2025-01-01T00:00:00Z',
    goVersion: compilerOf(profile.version),
    compiler: 'gc',
    platform: 'linux/amd64',
  } as const
}
