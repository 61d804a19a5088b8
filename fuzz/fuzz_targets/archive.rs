#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| metasched_fuzz::archive::fuzz(input));
