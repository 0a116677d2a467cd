import type { Tags } from 'yaml'

/** The tags of YAML 1.1 as the ecosystem's tools resolve them: times and sexagesimal numbers (`1:30`) stay text. */
export const goTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !(tag.format === 'TIME' || tag.tag === 'tag:yaml.org,2002:timestamp'))
