/**
 * A self-signed certificate for `hooks.example.test`, valid until 2126, and its key: public on purpose, for tests only.
 * Made with: openssl req -x509 -new -key k.pem -days 36500 -subj "/CN=Parley test, not a secret" -addext "subjectAltName=DNS:hooks.example.test"
 */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvTCCAWSgAwIBAgIUEX2jJ5Bw+jEqvpHK2YxlX4FAa3cwCgYIKoZIzj0EAwIw
JDEiMCAGA1UEAwwZUGFybGV5IHRlc3QsIG5vdCBhIHNlY3JldDAgFw0yNjExMjEw
NzA0MDFaGA8yMTI2MTAyODA3MDQwMVowJDEiMCAGA1UEAwwZUGFybGV5IHRlc3Qs
IG5vdCBhIHNlY3JldDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABND26b9NsOca
Ve5zD81eiToLDx+6PzEKAxpPQXHGNRdT8Cvt6rwCdvQoSegBbjCmvqIi34ZINioK
suxKqBqXpOujcjBwMB0GA1UdDgQWBBQfPsJAMUd2OMgms8W9Nh4kWTcR6zAfBgNV
HSMEGDAWgBQfPsJAMUd2OMgms8W9Nh4kWTcR6zAPBgNVHRMBAf8EBTADAQH/MB0G
A1UdEQQWMBSCEmhvb2tzLmV4YW1wbGUudGVzdDAKBggqhkjOPQQDAgNHADBEAiBW
+nM9AjtbB30OwriInympfn7rD47jTcNlo7CKYxDn7gIgOUhAr9c+q/XV/wcqgtON
YAYrhXhXTXMvxkQvy+ZbJyo=
-----END CERTIFICATE-----
`;

export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN9zmD1cgTMan8G77
mzlntx26OlPLTdXcTmbtLzr6guuhRANCAATQ9um/TbDnGlXucw/NXok6Cw8fuj8x
CgMaT0FxxjUXU/Ar7eq8Anb0KEnoAW4wpr6iIt+GSDYqCrLsSqgal6Tr
-----END PRIVATE KEY-----
`;
