/** Every cloud's metadata service: its addresses, and its names refused before any query. */
import { addresses, resolving, urls, type VectorClass } from "./VectorClass.ts"

/** Paths that agents were tricked into reading. */
const credentials: ReadonlyArray<string> = [
  "http://169.254.169.254/latest/meta-data/iam/security-credentials/",
  "http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token",
  "http://169.254.169.254/metadata/instance?api-version=2021-02-01",
  "http://169.254.169.254/opc/v2/instance/",
  "http://169.254.169.254/openstack/latest/meta_data.json",
  "http://169.254.169.254/metadata/v1.json",
  "http://169.254.169.254:80/latest/api/token",
  "http://169.254.170.2/v2/credentials/",
  "http://100.100.100.200/latest/meta-data/",
  "http://192.0.0.192/latest/meta-data/",
  "http://168.63.129.16/machine?comp=goalstate",
  "http://168.63.129.16:32526/vmSettings",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://[fd20:ce::254]/computeMetadata/v1/",
  "http://[fd00:c1::a9fe:a9fe]/opc/v2/instance/",
]

export const metadata: ReadonlyArray<VectorClass> = [
  ...(
    [
      ["AWS docs, instance metadata", ["169.254.169.254", "fd00:ec2::254", "FD00:0EC2::0254"]],
      ["AWS docs, Amazon DNS server", ["fd00:ec2::253"]],
      ["AWS docs, Amazon Time Sync", ["169.254.169.123", "fd00:ec2::123"]],
      ["AWS docs, ECS task metadata and credentials", ["169.254.170.2"]],
      ["AWS docs, EKS Pod Identity agent", ["169.254.170.23", "fd00:ec2::23"]],
      ["Google Cloud docs, metadata server over IPv6", ["fd20:ce::254"]],
      ["Oracle Cloud docs, instance metadata over IPv6", ["fd00:c1::a9fe:a9fe"]],
      ["Oracle metadata address", ["192.0.0.192"]],
      ["Azure docs, virtual public IP 168.63.129.16", ["168.63.129.16"]],
      ["Alibaba Cloud docs, instance metadata", ["100.100.100.200"]],
      ["Tencent Cloud docs, instance metadata", ["169.254.0.23"]],
      ["Scaleway docs, instance metadata", ["169.254.42.42", "fd00:42::42"]],
      ["Linode docs, metadata service over IPv6", ["fd00:a9fe:a9fe::1"]],
      ["OpenStack docs, metadata over IPv6", ["fe80::a9fe:a9fe"]],
    ] as const
  ).map(([source, list]) => addresses("cloud-metadata-address", "private", source, list)),
  urls("cloud-metadata-address", "private", "clouds' docs, credential paths", credentials),
  ...(
    [
      ["Google Cloud docs", "metadata.google.internal"],
      ["Google Cloud docs", "metadata.goog"],
      ["Tencent Cloud docs", "metadata.tencentyun.com"],
      ["Equinix Metal docs (Packet)", "metadata.packet.net"],
      ["Equinix Metal docs", "metadata.platformequinix.com"],
      ["IBM Cloud docs, VPC instance metadata", "api.metadata.cloud.ibm.com"],
    ] as const
  ).flatMap(([source, name]) => [
    urls("cloud-metadata-name", "private", source, [
      `http://${name}/`,
      `https://${name}/latest/meta-data/`,
      `http://${name}./`,
      `http://${name.toUpperCase()}/`,
      `http://${name[0]?.toUpperCase()}${name.slice(1)}./v1/`,
      `http://${name}:80/`,
      `http://${name}:8080/`,
      `http://x.${name}/`,
      `http://a.b.${name}./`,
      `http://${name.replaceAll(".", "\u3002")}/`,
      `http://${name.replaceAll(".", "%2E")}/`,
      `http://%6${name[0]?.charCodeAt(0).toString(16)[1]}${name.slice(1)}/`,
    ]),
    resolving("cloud-metadata-name", "private", `${source}; refused though the answer is public`, [
      `https://${name}/computeMetadata/v1/`,
    ]),
  ]),
  urls("cloud-metadata-name", "private", "AWS docs: names under ec2.internal", [
    "http://instance-data.ec2.internal/latest/meta-data/",
    "http://ip-10-0-0-1.ec2.internal/",
    "http://ip-10-0-0-1.eu-west-1.compute.internal/",
  ]),
  urls("cloud-metadata-name", "private", "URL Standard: letters that map to ASCII ones", [
    "http://metadata.googl\u212f.internal/",
    "http://metadata.google.\u24d8nternal/",
    "http://\uff4detadata.goog/",
    "http://meta\u00addata.goog/",
    "http://metadata.g\u200boog/",
  ]),
]
