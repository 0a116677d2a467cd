//! A program that does what Rust programs do with kube-rs, and prints a line for each thing it sees.
use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::batch::v1::Job;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams};
use kube::runtime::{reflector, watcher, WatchStreamExt};
use kube::{Client, Error, ResourceExt};
use serde_json::json;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let client = Client::try_default().await?;
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    change(&maps).await?;
    watch(&maps).await?;
    reflect(maps).await?;
    let jobs: Api<Job> = Api::default_namespaced(client);
    let pod = json!({ "spec": { "restartPolicy": "Never", "containers": [{ "name": "a", "image": "example.io/a:1" }] } });
    let job = serde_json::from_value(json!({ "metadata": { "name": "once" }, "spec": { "template": pod } }))?;
    let job = jobs.create(&PostParams::default(), &job).await?;
    println!("job {}", job.spec.and_then(|spec| spec.backoff_limit).unwrap_or_default());
    Ok(())
}

fn settings(name: &str, color: &str) -> Outcome<ConfigMap> {
    let labels = json!({ "app": "shop" });
    Ok(serde_json::from_value(
        json!({ "metadata": { "name": name, "labels": labels }, "data": { "color": color } }),
    )?)
}

fn applied(color: &str) -> Patch<serde_json::Value> {
    Patch::Apply(
        json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "applied" }, "data": { "color": color } }),
    )
}

fn color(map: &ConfigMap) -> String {
    map.data.as_ref().and_then(|data| data.get("color")).cloned().unwrap_or_default()
}

async fn change(maps: &Api<ConfigMap>) -> Outcome {
    println!("apply {}", color(&maps.patch("applied", &PatchParams::apply("one"), &applied("red")).await?));
    match maps.patch("applied", &PatchParams::apply("two"), &applied("blue")).await {
        Err(Error::Api(status)) => println!("apply {} {}", status.code, status.reason),
        other => println!("apply {other:?}"),
    }
    let forced = maps.patch("applied", &PatchParams::apply("two").force(), &applied("blue")).await?;
    println!("apply {}", color(&forced));
    let merge = Patch::Merge(json!({ "data": { "color": "green" } }));
    println!("patch {}", color(&maps.patch("applied", &PatchParams::default(), &merge).await?));
    println!("missing {}", maps.get_opt("nothing").await?.is_none());
    Ok(())
}

async fn watch(maps: &Api<ConfigMap>) -> Outcome {
    let params = WatchParams::default().labels("app=shop");
    let mut events = maps.watch(&params, "0").await?.boxed();
    maps.create(&PostParams::default(), &settings("watched", "red")?).await?;
    maps.delete("watched", &DeleteParams::default()).await?;
    for _ in 0..2 {
        match events.try_next().await? {
            Some(WatchEvent::Added(map)) => println!("watch added {}", map.name_any()),
            Some(WatchEvent::Deleted(map)) => println!("watch deleted {}", map.name_any()),
            other => println!("watch {other:?}"),
        }
    }
    Ok(())
}

async fn reflect(maps: Api<ConfigMap>) -> Outcome {
    maps.create(&PostParams::default(), &settings("known", "red")?).await?;
    let (reader, writer) = reflector::store();
    let config = watcher::Config::default().labels("app=shop");
    let mut seen = watcher(maps.clone(), config).reflect(writer).applied_objects().boxed();
    while let Some(map) = seen.try_next().await? {
        println!("reflector {} {}", map.name_any(), color(&map));
        if color(&map) == "blue" {
            break;
        }
        let blue = Patch::Merge(json!({ "data": { "color": "blue" } }));
        maps.patch("known", &PatchParams::default(), &blue).await?;
    }
    println!("store {} of {}", reader.len(), maps.list(&ListParams::default().labels("app=shop")).await?.items.len());
    Ok(())
}
