//! The messages of Perfetto's trace format that a trace needs, with their field numbers (protos/perfetto/trace of
//! Perfetto; numbers of fields never change).

use prost::Message;

/// `Trace`: the file.
#[derive(Clone, PartialEq, Message)]
pub struct Trace {
    #[prost(message, repeated, tag = "1")]
    pub packet: Vec<Packet>,
}

/// `TracePacket`: a track or an event.
#[derive(Clone, PartialEq, Message)]
pub struct Packet {
    /// Time of an event \[ns\].
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: Option<u64>,
    /// The writer; all packets of a trace have the same.
    #[prost(uint32, tag = "10")]
    pub trusted_packet_sequence_id: u32,
    #[prost(message, optional, tag = "11")]
    pub track_event: Option<Event>,
    #[prost(message, optional, tag = "60")]
    pub track_descriptor: Option<Descriptor>,
}

impl Packet {
    pub fn track(descriptor: Descriptor) -> Packet {
        Packet { track_descriptor: Some(descriptor), trusted_packet_sequence_id: 1, ..Packet::default() }
    }

    pub fn event(time_s: f64, event: Event) -> Packet {
        let timestamp = Some((time_s * 1e9).round() as u64);
        Packet { timestamp, track_event: Some(event), trusted_packet_sequence_id: 1, ..Packet::default() }
    }
}

/// `TrackDescriptor`.
#[derive(Clone, PartialEq, Message)]
pub struct Descriptor {
    #[prost(uint64, tag = "1")]
    pub uuid: u64,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(uint64, optional, tag = "5")]
    pub parent_uuid: Option<u64>,
    #[prost(message, optional, tag = "8")]
    pub counter: Option<Counter>,
    #[prost(int32, tag = "11")]
    pub child_ordering: i32,
    #[prost(int32, optional, tag = "12")]
    pub sibling_order_rank: Option<i32>,
    #[prost(string, optional, tag = "14")]
    pub description: Option<String>,
    #[prost(int32, tag = "15")]
    pub sibling_merge_behavior: i32,
}

impl Descriptor {
    /// Tracks within this one are in the order of their ranks (`EXPLICIT`), and tracks of the same name stay separate
    /// (`SIBLING_MERGE_BEHAVIOR_NONE`).
    pub fn group() -> Descriptor {
        Descriptor { child_ordering: 3, sibling_merge_behavior: 2, ..Descriptor::default() }
    }

    pub fn within(parent: u64) -> Descriptor {
        Descriptor { parent_uuid: Some(parent), ..Descriptor::group() }
    }
}

/// `CounterDescriptor`.
#[derive(Clone, PartialEq, Message)]
pub struct Counter {
    #[prost(string, tag = "6")]
    pub unit_name: String,
}

/// `TrackEvent`.
#[derive(Clone, PartialEq, Message)]
pub struct Event {
    /// 1: begin of a slice, 2: its end, 4: value of a counter.
    #[prost(int32, tag = "9")]
    pub kind: i32,
    #[prost(uint64, tag = "11")]
    pub track_uuid: u64,
    #[prost(string, optional, tag = "23")]
    pub name: Option<String>,
    #[prost(double, optional, tag = "44")]
    pub double_counter_value: Option<f64>,
    #[prost(fixed64, repeated, packed = "false", tag = "47")]
    pub flow_ids: Vec<u64>,
    /// Slices with the same number have the same colour.
    #[prost(uint64, optional, tag = "52")]
    pub correlation_id: Option<u64>,
    #[prost(message, repeated, tag = "4")]
    pub debug_annotations: Vec<Annotation>,
}

impl Event {
    pub fn begin(track_uuid: u64) -> Event {
        Event { kind: 1, track_uuid, ..Event::default() }
    }

    pub fn end(track_uuid: u64) -> Event {
        Event { kind: 2, track_uuid, ..Event::default() }
    }

    pub fn value(track_uuid: u64, value: f64) -> Event {
        Event { kind: 4, track_uuid, double_counter_value: Some(value), ..Event::default() }
    }
}

/// `DebugAnnotation`: an argument of an event, with one of the values.
#[derive(Clone, PartialEq, Message)]
pub struct Annotation {
    #[prost(string, tag = "10")]
    pub name: String,
    #[prost(bool, optional, tag = "2")]
    pub bool_value: Option<bool>,
    #[prost(uint64, optional, tag = "3")]
    pub uint_value: Option<u64>,
    #[prost(double, optional, tag = "5")]
    pub double_value: Option<f64>,
    #[prost(string, optional, tag = "6")]
    pub string_value: Option<String>,
}

impl Annotation {
    pub fn named(name: &str) -> Annotation {
        Annotation { name: name.to_owned(), ..Annotation::default() }
    }
}
