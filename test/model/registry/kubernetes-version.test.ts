import { expect, test } from 'vitest'
import {
  type KubernetesVersion,
  atLeast,
  isThere,
  kubernetesVersions,
  thoseOf,
} from '../../../src/model/registry/kubernetes-version.js'
import { kubernetesProfile, kubernetesProfileOf } from '../../../src/model/registry/profile.js'
import { newestOf, newestRelease } from '../../../src/model/registry/releases.js'

const inAll = (test: (version: KubernetesVersion) => boolean) => kubernetesVersions.slice(0, 5).filter(test)

test('something is there from a version on, and until another', () => {
  expect(inAll((version) => isThere({}, version))).toEqual(['1.33', '1.34', '1.35', '1.36', '1.37'])
  expect(inAll((version) => isThere({ since: '1.35' }, version))).toEqual(['1.35', '1.36', '1.37'])
  expect(inAll((version) => isThere({ until: '1.35' }, version))).toEqual(['1.33', '1.34'])
  expect(inAll((version) => isThere({ since: '1.34', until: '1.36' }, version))).toEqual(['1.34', '1.35'])
  expect(inAll((version) => atLeast(version, '1.36'))).toEqual(['1.36', '1.37'])
})

test('words of a table are those of a version, without marks', () => {
  const words = ['name!', '>34:added?', '<36:removed', '>34<36:between', '<rbac.example.com/label=true']
  expect(thoseOf(words, '1.33')).toEqual(['name!', 'removed', '<rbac.example.com/label=true'])
  expect(thoseOf(words, '1.35')).toEqual(['name!', 'added?', 'removed', 'between', '<rbac.example.com/label=true'])
  expect(thoseOf(words, '1.37')).toEqual(['name!', 'added?', '<rbac.example.com/label=true'])
})

test('there is one profile for each release', () => {
  expect(kubernetesProfileOf(newestRelease)).toBe(kubernetesProfile)
  expect(kubernetesProfileOf(newestOf('1.35'))).toBe(kubernetesProfileOf({ version: '1.35', patch: 4 }))
  expect(kubernetesProfileOf({ version: '1.35', patch: 1 })).toEqual({
    ...kubernetesProfile,
    version: '1.35',
    patch: 1,
  })
})
