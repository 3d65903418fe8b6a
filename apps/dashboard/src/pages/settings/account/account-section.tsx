import type { ReactNode } from "react";
import { EmailCard } from "./email-card.tsx";
import { NameCard } from "./name-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

/** What concerns only the person who looks. */
export function AccountSection(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <NameCard />
      <ProfileCard />
      <EmailCard />
      <SignInsCard />
      <PasswordCard />
    </div>
  );
}
