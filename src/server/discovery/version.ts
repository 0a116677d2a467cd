import type { Profile } from '../../model/registry/profile.js'
import { releaseName } from '../../model/registry/releases.js'

/** The compiler of the newest release of each version. */
const GO = {
  '1.33': 'go1.24.6',
  '1.34': 'go1.24.12',
  '1.35': 'go1.25.9',
  '1.36': 'go1.26.5',
  '1.37': 'go1.26.8',
} as const

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
    goVersion: GO[profile.version],
    compiler: 'gc',
    platform: 'linux/amd64',
  } as const
}
