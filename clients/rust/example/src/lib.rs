//! A small operator: it publishes the text of each Page in a ConfigMap of the same name.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, ObjectMeta, Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::runtime::{watcher, Controller};
use kube::{Client, CustomResource, Resource, ResourceExt};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What the page says.
#[derive(Clone, CustomResource, Debug, Deserialize, Serialize)]
#[kube(group = "example.com", version = "v1", kind = "Page", namespaced, status = "PageStatus", schema = "disabled")]
pub struct PageSpec {
    pub text: String,
}

/// The text that was published last.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct PageStatus {
    pub published: Option<String>,
}

/// Has the ConfigMap and the status of a Page follow its text. It does nothing twice.
async fn publish(page: Arc<Page>, client: Arc<Client>) -> Result<Action, kube::Error> {
    let (name, namespace) = (page.name_any(), page.namespace().unwrap_or_default());
    let published = ConfigMap {
        metadata: ObjectMeta {
            name: Some(name.clone()),
            owner_references: Some(page.controller_owner_ref(&()).into_iter().collect()),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("text".to_owned(), page.spec.text.clone())])),
        ..ConfigMap::default()
    };
    let maps: Api<ConfigMap> = Api::namespaced(Client::clone(&client), &namespace);
    maps.patch(&name, &PatchParams::apply("pages").force(), &Patch::Apply(published)).await?;
    if page.status.as_ref().and_then(|status| status.published.as_ref()) != Some(&page.spec.text) {
        let pages: Api<Page> = Api::namespaced(Client::clone(&client), &namespace);
        let status = json!({ "status": { "published": page.spec.text } });
        pages.patch_status(&name, &PatchParams::default(), &Patch::Merge(status)).await?;
    }
    Ok(Action::await_change())
}

/// Runs the operator until it is dropped.
pub async fn run(client: Client) {
    let pages: Api<Page> = Api::all(client.clone());
    let maps: Api<ConfigMap> = Api::all(client.clone());
    Controller::new(pages, watcher::Config::default())
        .owns(maps, watcher::Config::default())
        .run(publish, |_, _, _| Action::requeue(Duration::from_millis(100)), Arc::new(client))
        .for_each(|_| async {})
        .await;
}
