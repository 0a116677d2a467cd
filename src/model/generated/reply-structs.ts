// Written by `npm run generate`; not to be changed by hand.

/** The structs that only replies hold, by package, a line each. */
export const REPLY_STRUCTS: { readonly [short: string]: string } = {
  'apidiscovery.v2': `
APIGroupDiscovery# metadata!:metadata versions:[]APIVersionDiscovery
APIGroupDiscoveryList# metadata!:meta.v1.ListMeta items!?:[]APIGroupDiscovery
APIResourceDiscovery resource! responseKind?:meta.v1.GroupVersionKind scope!:ResourceScope singularResource!
 verbs!?:[]string shortNames:[]string categories:[]string subresources:[]APISubresourceDiscovery
APISubresourceDiscovery subresource! responseKind?:meta.v1.GroupVersionKind acceptedTypes:[]meta.v1.GroupVersionKind
 verbs!?:[]string
APIVersionDiscovery version! resources:[]APIResourceDiscovery freshness:DiscoveryFreshness
DiscoveryFreshness=string
ResourceScope=string
`,
  'meta.v1': `
APIGroup# name!* versions!?*:[]GroupVersionForDiscovery preferredVersion!:GroupVersionForDiscovery
 serverAddressByClientCIDRs:[]ServerAddressByClientCIDR
APIGroupList# groups!?*:[]APIGroup
APIResource name!* 6singularName!* 2namespaced!*:bool 8group version 3kind!* verbs!?*:Verbs shortNames:[]string
 7categories:[]string 10storageVersionHash
APIResourceList# groupVersion!* resources!?*:[]APIResource
APIVersions# versions!?*:[]string serverAddressByClientCIDRs!?*:[]ServerAddressByClientCIDR
CauseType=string
GroupVersionForDiscovery groupVersion!* version!*
GroupVersionKind group! version! kind!
ListMeta selfLink resourceVersion continue remainingItemCount?:int64 >36:shardInfo?:ShardInfo
PartialObjectMetadata# metadata!:metadata
PartialObjectMetadataList# metadata!:ListMeta items!?:[]PartialObjectMetadata
ServerAddressByClientCIDR clientCIDR!* serverAddress!*
>36:ShardInfo selector!*
Status# metadata!:ListMeta status message reason:StatusReason details?:StatusDetails code:int32
StatusCause reason:CauseType message field
StatusDetails name group kind 6uid:pkg.types.UID 4causes:[]StatusCause retryAfterSeconds:int32
Verbs=[]string
WatchEvent type!* object!*:any
`,
  'meta.v1beta1': `
PartialObjectMetadataList# 2metadata!:meta.v1.ListMeta 1items!?:[]meta.v1.PartialObjectMetadata
`,
}
