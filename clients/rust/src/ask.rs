//! How control is asked over HTTP.

use std::net::IpAddr;

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use kube::client::Body;
use kube::{Client, Config};
use serde::de::DeserializeOwned;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::control::PREFIX;

/// What may go wrong with a cluster.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refuses an operation. The message says how to mend it.
    #[error("{message} ({code} {reason})")]
    Refused { code: u16, reason: String, message: String },
    /// The server, or a sweep, could not be started.
    #[error("{0}")]
    Start(String),
    #[error(transparent)]
    Client(#[from] kube::Error),
    #[error(transparent)]
    Http(#[from] http::Error),
    #[error(transparent)]
    Kubeconfig(#[from] kube::config::KubeconfigError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Yaml(#[from] serde_yaml::Error),
    #[error(transparent)]
    Time(#[from] chrono::ParseError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Where a server is, and its bearer token, where it has one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Access {
    pub url: String,
    pub token: Option<String>,
}

/// What a test does to a cluster besides using it: its state, time, faults and watches.
#[derive(Clone)]
pub struct Control {
    pub(crate) access: Access,
    client: Client,
}

impl Control {
    /// Returns the control of the server at a URL; any certificate of a server on this machine will do.
    ///
    /// An `https` URL takes one of the features for TLS of `kube`.
    pub fn new(url: &str, token: Option<&str>) -> Result<Control, Error> {
        let access = Access { url: url.trim_end_matches('/').to_owned(), token: token.map(str::to_owned) };
        Control::at(access)
    }

    pub(crate) fn at(access: Access) -> Result<Control, Error> {
        let uri: http::Uri = access.url.parse().map_err(http::Error::from)?;
        let here = is_here(uri.host().unwrap_or_default());
        let mut config = Config::new(uri);
        config.accept_invalid_certs = here;
        Ok(Control { access, client: Client::try_from(config)? })
    }

    pub(crate) fn request(&self, method: &'static str, path: &str) -> Request<'_> {
        Request { control: self, method, path: path.to_owned(), query: Vec::new(), body: None, content: None }
    }
}

fn is_here(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// A request that is put together; what is null is left out of it.
pub(crate) struct Request<'a> {
    control: &'a Control,
    method: &'static str,
    path: String,
    query: Vec<String>,
    body: Option<Map<String, Value>>,
    content: Option<String>,
}

impl Request<'_> {
    pub fn path(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.path = self.path.replace(&format!("{{{name}}}"), &encoded(&value.into()));
        self
    }

    pub fn query(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.query.push(format!("{name}={}", encoded(&value)));
        }
        self
    }

    pub fn body(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let body = self.body.get_or_insert_default();
        if !value.is_null() {
            body.insert(name.to_owned(), value);
        }
        self
    }

    pub fn content(mut self, text: &str) -> Self {
        self.content = Some(text.to_owned());
        self
    }

    pub async fn send(self) -> Result<(), Error> {
        self.text().await.map(drop)
    }

    pub async fn value<T: DeserializeOwned>(self) -> Result<T, Error> {
        Ok(serde_json::from_str(&self.text().await?)?)
    }

    pub async fn items<T: DeserializeOwned>(self) -> Result<Vec<T>, Error> {
        #[derive(Deserialize)]
        struct Reply<T> {
            items: Vec<T>,
        }
        Ok(self.value::<Reply<T>>().await?.items)
    }

    pub async fn text(self) -> Result<String, Error> {
        let client = self.control.client.clone();
        let reply = client.send(self.built()?).await?;
        let code = reply.status().as_u16();
        let bytes = reply.into_body().collect_bytes().await?;
        let said = String::from_utf8_lossy(&bytes).into_owned();
        if code < 300 {
            Ok(said)
        } else {
            Err(refusal(code, said))
        }
    }

    fn built(self) -> Result<http::Request<Body>, Error> {
        let mark = if self.query.is_empty() { "" } else { "?" };
        let address = format!("{PREFIX}{}{mark}{}", self.path, self.query.join("&"));
        let mut request = http::Request::builder().method(self.method).uri(address);
        if let Some(token) = &self.control.access.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = if let Some(text) = self.content {
            request = request.header(CONTENT_TYPE, "application/yaml");
            text.into_bytes()
        } else if let Some(body) = self.body {
            request = request.header(CONTENT_TYPE, "application/json");
            serde_json::to_vec(&body)?
        } else {
            Vec::new()
        };
        Ok(request.body(Body::from(body))?)
    }
}

/// Returns a field as it is written in an address.
fn encoded(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(|each| each.as_str().unwrap_or_default()).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    let mut written = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => written.push(byte.into()),
            _ => written.push_str(&format!("%{byte:02X}")),
        }
    }
    written
}

fn refusal(code: u16, said: String) -> Error {
    #[derive(Deserialize)]
    struct Status {
        #[serde(default)]
        reason: String,
        message: String,
    }
    match serde_json::from_str(&said) {
        Ok(Status { reason, message }) => Error::Refused { code, reason, message },
        Err(_) => Error::Refused { code, reason: String::new(), message: said },
    }
}
