import * as assert from 'uvu/assert';
import { isSecretName } from '../../../src/redaction/secret-names.ts';
import { describe } from '../../support/suite.ts';

const secret = [
  '.env',
  'app/.env.local',
  '.env.production',
  'prod.env',
  '.envrc',
  'certs/server.pem',
  'id_rsa',
  '.ssh/id_ed25519',
  'id_ecdsa_sk',
  'cert.p12',
  'cert.PFX',
  'server.key',
  '.npmrc',
  '.netrc',
  'credentials',
  'credentials.json',
  '.aws/credentials',
  'release.keystore',
  'android.jks',
  '.pypirc',
  'service-account.json',
  'my-service-account-prod.json',
  'secrets.yml',
  'config/secrets.prod.json',
  '.docker/config.json',
  '.kube/config',
  '.git-credentials',
  'key.ppk',
  'prod.tfvars',
];

const harmless = [
  '.env.example',
  '.env.sample',
  '.env.template',
  'app/.env.dist',
  'id_rsa.pub',
  'secrets.example.yaml',
  'src/secrets.ts',
  'src/credentials-form.tsx',
  'environment.ts',
  'keyboard.ts',
  'public.asc',
  'README.md',
  'config.json',
  'tokens.css',
];

describe('secret-looking names', (it) => {
  for (const path of secret) it(`takes ${path} for a secret`, () => assert.ok(isSecretName(path)));
  for (const path of harmless) it(`lets ${path} through`, () => assert.not(isSecretName(path)));
});
