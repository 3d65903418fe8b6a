import type { ReactNode } from "react";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

/** What concerns only the person who looks. */
export function AccountSection(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <ProfileCard />
      <SignInsCard />
      <PasswordCard />
    </div>
  );
}
