import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type KubernetesVersion, kubernetesVersions } from '../../src/model/registry/kubernetes-version.js'
import { type Differing, withDiffering } from './versions/differing.js'
import type { Story } from '../../tools/record/story.js'

/** The folders of recorded stories. */
export type Folder = 'stories' | 'others' | 'gates' | 'behaviours' | 'elections' | 'access' | 'kinds'

/** Reads a compressed JSON document of this folder. */
export function readRecorded(path: string): unknown {
  return JSON.parse(text(path))
}

const LATER = kubernetesVersions.filter((version) => version !== '1.33')

/** The folders that are recorded from other versions than v1.33 too, and from which. */
export const ofVersions: ReadonlyMap<Folder, readonly KubernetesVersion[]> = new Map([
  ['stories', LATER],
  ['others', LATER],
  ['access', ['1.37']],
])

/** The versions that stories are recorded from, oldest first. */
export const recordedVersions = kubernetesVersions.filter(
  (version) => version === '1.33' || existsSync(new URL(`versions/${version}.json.gz`, import.meta.url)),
)

/**
 * Reads every story of a folder, with the names of the real server or of the specification, and the replies of a version
 * of Kubernetes.
 */
export function readStories(
  folder: Folder,
  profile: 'kubernetes' | 'example',
  version: KubernetesVersion = '1.33',
): readonly Story[] {
  const stories = readOldest(folder, profile)
  if (version === '1.33') return stories
  const differing = readRecorded(`versions/${version}.json.gz`) as { readonly [folder: string]: Differing } // as written
  return withDiffering(stories, differing[folder] ?? {})
}

function readOldest(folder: Folder, profile: 'kubernetes' | 'example'): readonly Story[] {
  const files = readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
  return files.flatMap((file) => {
    const recorded = text(`${folder}/${file}`)
    return JSON.parse(profile === 'example' ? translated(recorded) : recorded) as Story[] // the format of the recorder
  })
}

const text = (path: string) => gunzipSync(readFileSync(new URL(path, import.meta.url))).toString()

const GROUPS = /\b(apiregistration|events|networking|coordination|node|snapshot\.storage)\.k8s\.io/g

/** Translates the names of the real server to those of the specification. */
export function translated(recorded: string): string {
  return recorded
    .replace(GROUPS, '$1.example.io')
    .replaceAll('kubeletVersion', 'agentVersion')
    .replaceAll('kubeProxyVersion', 'proxyVersion')
    .replaceAll('kubeletEndpoint', 'agentEndpoint')
    .replaceAll('kubeletConfigKey', 'agentConfigKey')
}
