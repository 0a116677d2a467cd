import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Story } from '../../tools/record/story.js'

/** The folders of recorded stories. */
export type Folder = 'stories' | 'others' | 'gates' | 'behaviours' | 'elections' | 'access'

/** Reads a compressed JSON document of this folder. */
export function readRecorded(path: string): unknown {
  return JSON.parse(text(path))
}

/** Reads every story of a folder, with the names of the real server or of the specification. */
export function readStories(folder: Folder, profile: 'kubernetes' | 'example'): readonly Story[] {
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
